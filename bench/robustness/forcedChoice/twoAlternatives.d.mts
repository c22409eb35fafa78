export interface TwoAlternatives {
  readonly right: number;
  readonly trials: number;
  /** 0..1, with the ends of its 95 % interval. */
  readonly share: number;
  readonly low: number;
  readonly high: number;
  /** How likely guessing alone is as good, 0..1. */
  readonly pValue: number;
  /** d'; 0: nothing is seen. */
  readonly sensitivity: number;
}

/** @throws {RangeError} unless 0 <= right <= trials, whole numbers, trials >= 1 */
export function twoAlternatives(right: number, trials: number): TwoAlternatives;
