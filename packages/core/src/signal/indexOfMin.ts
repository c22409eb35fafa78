/** Where the smallest of some numbers stands. @module */

/** The first of the smallest; 0 if there are none. */
export function indexOfMin(values: Float64Array): number {
  let best = 0;
  for (let i = 1; i < values.length; i++) if ((values[i] as number) < (values[best] as number)) best = i;
  return best;
}
