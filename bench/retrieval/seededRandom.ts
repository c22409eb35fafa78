/** Uniform numbers for edits that must be the same in every run. */
export interface SeededRandom {
  /** [0, 1) */
  next(): number;
  /** Integer in [from, to). */
  integer(from: number, to: number): number;
  /** Standard normal; Box and Muller 1958. */
  normal(): number;
}

/** mulberry32 (T. Ettinger, 2017): 32 bits of state, plenty for placing crops and letters. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    integer: (from, to) => from + Math.floor(next() * Math.max(1, to - from)),
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
}
