/**
 * Sweeps over a view: a mark added to its luma, and its luma whitened and folded to one tile of each track.
 * @module
 */
import type { KernelMemory, Pointer } from '../../../kernels/kernelMemory.ts';
import { type Kernels, withKernels } from '../../../kernels/kernels.ts';
import { type Plane, plane } from '../../../raster.ts';
import { CELL_GROUP, cellRowsInMemory, markRowsInMemory } from './modulationKernels.ts';
import { foldRow, narrowFold, type TileGrid } from '../carriers/tileGrid.ts';
import { markRows, type TileMark } from './modulation.ts';
import { WHITENING_CLIP, type ViewWhitening, whitenedRows } from './viewWhitening.ts';

/** luma + mark, in [0, 255]. */
export function markedView(luma: Plane, mark: TileMark): Plane {
  return withKernels(
    (kernels, memory) => markedInMemory(luma, mark, kernels, memory),
    () => markedScalar(luma, mark),
  );
}

function markedInMemory({ width, height, data }: Plane, mark: TileMark, kernels: Kernels, memory: KernelMemory): Plane {
  const { strength, pattern } = markRowsInMemory(mark, kernels, memory);
  // A row's last vector reaches into the next row, which is worked on later, so each row has memory of its own.
  const row = memory.reserve(4 * (width + CELL_GROUP));
  const out = plane(width, height);
  for (let y = 0; y < height; y++) {
    memory.floats(row, width).set(data.subarray(y * width, (y + 1) * width));
    kernels.addProductClamped(row, strength(y), pattern(y), width);
    out.data.set(memory.floats(row, width), y * width);
  }
  return out;
}

/** Scalar fallback of the kernels. */
function markedScalar({ width, height, data }: Plane, mark: TileMark): Plane {
  const change = markRows(mark);
  const out = plane(width, height);
  for (let y = 0; y < height; y++) change.read(y, 0, width, out.data, y * width);
  for (let i = 0; i < data.length; i++) {
    const sum = (data[i] as number) + (out.data[i] as number);
    out.data[i] = sum < 0 ? 0 : sum > 255 ? 255 : sum;
  }
  return out;
}

/** @returns a tile for each grid: see `narrowFold` */
export function foldView(luma: Plane, whitening: ViewWhitening, grids: readonly TileGrid[]): Float32Array[] {
  const folds = withKernels(
    (kernels, memory) => foldsInMemory(luma, whitening, grids, kernels, memory),
    () => foldsScalar(luma, whitening, grids),
  );
  return grids.map((grid, t) => narrowFold(grid, folds[t] as Float32Array));
}

function foldsInMemory(
  { width, height, data }: Plane,
  { side, mean, gain, weight }: ViewWhitening,
  grids: readonly TileGrid[],
  kernels: Kernels,
  memory: KernelMemory,
): Float32Array[] {
  const rows = [mean, gain, weight].map((field) => cellRowsInMemory(field, side, width, kernels, memory));
  const [means, gains, weights] = rows as [(typeof rows)[0], (typeof rows)[0], (typeof rows)[0]];
  const row = memory.zeros(width + CELL_GROUP);
  // Vectors reach up to three samples beyond a row's end, into the next row or the spare place at the end: there the
  // folded row is only read and written back with what `row` holds beyond its end, which is made 0 below.
  const folds = grids.map(({ tileSide }) => memory.zeros(tileSide * width + CELL_GROUP));
  for (let y = 0; y < height; y++) {
    memory.floats(row, width).set(data.subarray(y * width, (y + 1) * width));
    kernels.whitenLine(row, means(y), gains(y), weights(y), WHITENING_CLIP, width);
    memory.floats(row + 4 * width, CELL_GROUP).fill(0);
    for (const [t, grid] of grids.entries()) spreadRow(kernels, grid, row, y, folds[t] as Pointer);
  }
  return grids.map(({ tileSide }, t) => memory.floats(folds[t] as Pointer, tileSide * width).slice());
}

function spreadRow(kernels: Kernels, grid: TileGrid, row: Pointer, y: number, folded: Pointer): void {
  const { tileSide, width, rows, isExact } = grid;
  const first = rows.first[y] as number;
  for (let k = isExact ? 1 : 0; k < (isExact ? 2 : 4); k++) {
    const weight = rows.weights[4 * y + k] as number;
    kernels.addScaled(row, weight, folded + 4 * width * ((first + k) % tileSide), width);
  }
}

/** Scalar fallback of the kernels. */
function foldsScalar(
  { width, height, data }: Plane,
  whitening: ViewWhitening,
  grids: readonly TileGrid[],
): Float32Array[] {
  const folds = grids.map(({ tileSide }) => new Float32Array(tileSide * width));
  const whitenRow = whitenedRows(whitening, width, height);
  const row = new Float32Array(width);
  for (let y = 0; y < height; y++) {
    row.set(data.subarray(y * width, (y + 1) * width));
    whitenRow(y, row);
    for (const [t, grid] of grids.entries()) foldRow(grid, row, y, folds[t] as Float32Array);
  }
  return folds;
}
