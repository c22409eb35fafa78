/** Seeded numbers for tests (mulberry32, Ettinger 2017, public domain). */

/** Uniform in [0, 1). */
export function seededUniform(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Random 32-bit words. */
export function keyedWords(count: number, seed: number): Uint32Array {
  const uniform = seededUniform(seed);
  return Uint32Array.from({ length: count }, () => Math.floor(uniform() * 4_294_967_296));
}
