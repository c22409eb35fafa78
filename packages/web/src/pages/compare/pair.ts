/** The two pictures that are to be compared. @module */

export interface Pair {
  readonly a: File | null;
  readonly b: File | null;
}

/** Two at once are both; one takes the first free place, and else that of the second. */
export function withFiles({ a, b }: Pair, [first, second]: readonly File[]): Pair {
  if (!first) return { a, b };
  if (second) return { a: first, b: second };
  return a === null ? { a: first, b } : { a, b: first };
}
