/** Days and months of quotas, in UTC, so that a period ends at the same moment for every member. @module */

const DAY_MS = 24 * 60 * 60 * 1000;

/** `YYYY-MM-DD`. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** First and last day of the calendar month that holds the instant. */
export function monthOf(at: Date): { readonly start: string; readonly end: string } {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return { start: dayOf(new Date(Date.UTC(year, month, 1))), end: dayOf(new Date(Date.UTC(year, month + 1, 0))) };
}

/** The midnight that ends a day. */
export const endOf = (day: string): Date => new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS);
