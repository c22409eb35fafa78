/** What is done to many rows, a few at a time. @module */

/** True = begin nothing more. */
export type IsOver = () => boolean;

/** Rows deleted or changed in one transaction: many enough to get done, few enough to hold no lock for long. */
export const ROWS_AT_ONCE = 5_000;

/**
 * Until less than a whole batch was left, each in a transaction of its own.
 * @param batch how many rows it found, of at most `limit`
 */
export async function batches(limit: number, isOver: IsOver, batch: (limit: number) => Promise<number>): Promise<void> {
  while (!isOver() && (await batch(limit)) >= limit);
}
