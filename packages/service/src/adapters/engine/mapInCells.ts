/** A map that tells where, and not how far: docs/spec/security.md#verify-as-an-oracle. @module */
import type { TamperMap } from '@assay/core/tamper/comparison';

/** 0, 51, ..., 255: fifths, as a person tells greys apart. */
const LEVEL = 51;

/** Every pixel becomes the highest of its cell, rounded down to fifths. @param cells of each side, at least 1 */
export function mapInCells({ width, height, data }: TamperMap, cells: number): TamperMap {
  const [cellWidth, cellHeight] = [width, height].map((side) => Math.max(1, Math.ceil(side / cells))) as [
    number,
    number,
  ];
  const highest = new Uint8Array(cells * cells);
  const cellAt = (x: number, y: number): number => Math.floor(y / cellHeight) * cells + Math.floor(x / cellWidth);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const cell = cellAt(x, y);
      highest[cell] = Math.max(highest[cell] as number, data[i] as number);
    }
  const coarse = new Uint8Array(data.length);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) coarse[i] = LEVEL * Math.floor((highest[cellAt(x, y)] as number) / LEVEL);
  return { width, height, data: coarse };
}
