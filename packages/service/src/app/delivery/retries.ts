/** When something that failed is tried again. Pure. @module */

/** Retries of many that failed together are spread over this share of their pause. */
const JITTER = 0.1;

/**
 * Before the next attempt, ms; null: that was the last one.
 * @param pausesMs after the first, second, ... failed attempt
 * @param attempt 1 = the first
 * @param chance [0, 1)
 */
export function pauseAfter(pausesMs: readonly number[], attempt: number, chance: number): number | null {
  const pauseMs = pausesMs[attempt - 1];
  return pauseMs === undefined ? null : pauseMs * (1 + JITTER * chance);
}
