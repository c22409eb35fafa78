/**
 * One sweep over a view: the picture, with a mark if there is one, whitened and folded to one tile of each track.
 * @module
 */
import type { Plane } from '../raster.ts';
import { narrowFold, foldRow, type TileGrid } from './tileGrid.ts';
import { markRows, type TileMark } from './tileMark.ts';
import type { ViewWhitening } from './viewWhitening.ts';

/** @returns a tile for each grid */
export function foldView(
  luma: Plane,
  whitening: ViewWhitening,
  grids: readonly TileGrid[],
  mark: TileMark | null,
): Float32Array[] {
  const { width, height, data } = luma;
  const change = mark && markRows(mark);
  const folds = grids.map(({ tileSide }) => new Float32Array(tileSide * width));
  const row = new Float32Array(width);
  const line = new Float32Array(width);
  for (let y = 0; y < height; y++) {
    row.set(data.subarray(y * width, (y + 1) * width));
    if (change) {
      change.read(y, 0, width, line, 0);
      addClamped(line, row);
    }
    whitening.whitenRow(y, row);
    for (const [t, grid] of grids.entries()) foldRow(grid, row, y, folds[t] as Float32Array);
  }
  return grids.map((grid, t) => narrowFold(grid, folds[t] as Float32Array));
}

function addClamped(change: Float32Array, row: Float32Array): void {
  for (let x = 0; x < row.length; x++) {
    const sum = (row[x] as number) + (change[x] as number);
    row[x] = sum < 0 ? 0 : sum > 255 ? 255 : sum;
  }
}
