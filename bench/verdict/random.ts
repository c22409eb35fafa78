/** Seeded random numbers, so that a bench can be repeated to the digit. */
export interface Random {
  /** Uniform in [0, 1). */
  uniform(): number;
  /** Integer in [0, limit). */
  below(limit: number): number;
  /** Standard normal. */
  normal(): number;
}

/** mulberry32 (Ettinger 2017, public domain). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    uniform,
    below: (limit) => Math.floor(uniform() * limit),
    normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
  };
}
