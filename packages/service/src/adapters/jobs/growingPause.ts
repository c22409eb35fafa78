/** Pauses of a job that asks somebody outside. @module */

export interface PauseRule {
  /** After a run that ended well, and the longest one after the first failure. */
  readonly baseMs: number;
  readonly maxMs: number;
}

/**
 * Doubles with each failure in a row up to `maxMs`; half of it is left to chance, so that many processes that failed at one
 * moment do not come back at one moment.
 * @param failures in a row; 0 gives `baseMs`
 * @param chance from 0 to 1
 * @returns ms
 */
export function growingPause({ baseMs, maxMs }: PauseRule, failures: number, chance: number): number {
  if (failures === 0) return baseMs;
  const longest = Math.min(maxMs, baseMs * 2 ** (failures - 1));
  return Math.round((longest / 2) * (1 + chance));
}
