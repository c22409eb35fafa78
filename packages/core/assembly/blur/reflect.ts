/** Borders that mirror the plane. @module */

/** Index of the mirrored sample; the border sample is not repeated. @param length 2 or more */
export function reflect(i: i32, length: i32): i32 {
  if (i >= 0 && i < length) return i;
  const period = 2 * (length - 1);
  const folded = ((i % period) + period) % period;
  return folded < length ? folded : period - folded;
}
