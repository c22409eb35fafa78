/**
 * Which parts of a tree a proof consists of, as ranges of entries whose Merkle Tree Hash is the element:
 *
 *     PATH(m, D[0:n])  the siblings on the way from entry m to the root, from the leaf upwards
 *     PROOF(m, D[0:n]) what turns the root of the first m entries into that of the first n
 *
 * Source: RFC 6962, sections 2.1.1 and 2.1.2.
 * @module
 */
import { type LeafRange, splitPoint } from './merkleTree.ts';

/** Sizes and indexes are exact as long as JavaScript counts exactly. */
const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

/** @throws {RangeError} unless 0 <= index < size */
export function inclusionRanges(index: number, size: number): LeafRange[] {
  if (!isCount(index) || !isCount(size) || index >= size)
    throw new RangeError(`a log of ${size} entries has no entry ${index}`);
  const ranges: LeafRange[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const middle = start + splitPoint(end - start);
    if (index < middle) {
      ranges.push({ start: middle, end });
      end = middle;
    } else {
      ranges.push({ start, end: middle });
      start = middle;
    }
  }
  return ranges.reverse();
}

/**
 * Empty for equal sizes, and for an empty old log: every log continues that one.
 * @throws {RangeError} unless 0 <= oldSize <= newSize
 */
export function consistencyRanges(oldSize: number, newSize: number): LeafRange[] {
  if (!isCount(oldSize) || !isCount(newSize) || oldSize > newSize)
    throw new RangeError(`a log does not shrink from ${oldSize} to ${newSize} entries`);
  if (oldSize === 0 || oldSize === newSize) return [];
  const ranges: LeafRange[] = [];
  let [start, end] = [0, newSize];
  // `SUBPROOF` walked downwards: the old tree ends inside D[start:end].
  while (end !== oldSize) {
    const middle = start + splitPoint(end - start);
    if (oldSize <= middle) {
      ranges.push({ start: middle, end });
      end = middle;
    } else {
      ranges.push({ start, end: middle });
      start = middle;
    }
  }
  // Who checks knows the root of the whole old tree, so it is left out when it is the last part itself.
  if (start > 0) ranges.push({ start, end });
  return ranges.reverse();
}
