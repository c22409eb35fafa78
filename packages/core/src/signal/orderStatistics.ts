/**
 * The value that would stand at a place if the values were sorted, without sorting them all.
 * Source: Hoare 1961, algorithm 65 (FIND), with the middle of three as the pivot.
 * @module
 */

/** Below this length the rest is sorted by insertion. */
const SHORT = 12;

/** @returns the value of rank `rank`, 0 the least; undefined beyond the values. The values are left in another order; none is NaN */
export function ranked(values: Float32Array, rank: number): number | undefined {
  if (!(rank >= 0 && rank < values.length)) return undefined;
  let left = 0;
  let right = values.length - 1;
  while (right - left >= SHORT) {
    const pivot = middleOf(values, left, right);
    let i = left;
    let j = right;
    while (i <= j) {
      while ((values[i] as number) < pivot) i++;
      while ((values[j] as number) > pivot) j--;
      if (i > j) break;
      const kept = values[i] as number;
      values[i++] = values[j] as number;
      values[j--] = kept;
    }
    if (rank <= j) right = j;
    else if (rank >= i) left = i;
    else return pivot;
  }
  insertionSort(values, left, right);
  return values[rank];
}

function middleOf(values: Float32Array, left: number, right: number): number {
  const a = values[left] as number;
  const b = values[(left + right) >> 1] as number;
  const c = values[right] as number;
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

function insertionSort(values: Float32Array, left: number, right: number): void {
  for (let i = left + 1; i <= right; i++) {
    const value = values[i] as number;
    let j = i - 1;
    for (; j >= left && (values[j] as number) > value; j--) values[j + 1] = values[j] as number;
    values[j + 1] = value;
  }
}
