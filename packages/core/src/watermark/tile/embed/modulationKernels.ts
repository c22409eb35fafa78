/**
 * A tile mark in the kernels' memory: what every sweep over a picture takes of it, row by row.
 * @module
 */
import type { KernelMemory, Pointer } from '../../../kernels/kernelMemory.ts';
import type { Kernels } from '../../../kernels/kernels.ts';
import type { Plane } from '../../../raster.ts';
import { cellPlace, cellTable, wholeCells } from '../../../signal/pictureCells.ts';
import type { TileGrid } from '../carriers/tileGrid.ts';
import type { TileMark } from './modulation.ts';

/** Cells whose side is a multiple of this can be brought to pixels by the kernel. */
export const CELL_GROUP = 4;

/** Brings one row of a field on cells to pixels; the row stays where it is until the next one is asked for. */
export type CellRowInMemory = (y: number) => Pointer;

export function cellRowsInMemory(
  field: Plane,
  side: number,
  width: number,
  kernels: Kernels,
  memory: KernelMemory,
): CellRowInMemory {
  const { width: columns, height: rows, data } = field;
  const at = memory.copyIn(data);
  const table = memory.copyIn(cellTable(side));
  const line = memory.reserve(4 * (columns + 6));
  const out = memory.reserve(4 * wholeCells(width, side));
  return (y) => {
    const { first, share } = cellPlace(y, side, rows);
    const upper = at + 4 * columns * first;
    const lower = rows > 1 ? upper + 4 * columns : upper;
    kernels.cellLine(upper, lower, share, columns, table, side / CELL_GROUP, line, out, width);
    return out;
  };
}

/** The four rows of a tile grid that row `y` of the picture lies between, or the one that it is. */
function tapsOf({ tileSide, rows }: TileGrid, y: number): { readonly row: (k: number) => number; readonly at: number } {
  const first = rows.first[y] as number;
  return { row: (k) => (first + k) % tileSide, at: 4 * y };
}

/** Adds row `y` of a repeated tile to `out`. @param widened see `widenTile`, `stride` floats a row */
function addTileRow(kernels: Kernels, grid: TileGrid, widened: Pointer, y: number, out: Pointer): void {
  const { row, at } = tapsOf(grid, y);
  const start = (k: number): Pointer => widened + 4 * grid.width * row(k);
  if (grid.isExact) {
    kernels.addScaled(start(1), 1, out, grid.width);
    return;
  }
  const weight = (k: number): number => grid.rows.weights[at + k] as number;
  kernels.addFour(start(0), start(1), start(2), start(3), weight(0), weight(1), weight(2), weight(3), out, grid.width);
}

/** The rows of a mark as two factors, strength and pattern. */
export interface MarkRowsInMemory {
  readonly strength: CellRowInMemory;
  readonly pattern: (y: number) => Pointer;
}

export function markRowsInMemory(mark: TileMark, kernels: Kernels, memory: KernelMemory): MarkRowsInMemory {
  const { width, strength, layers } = mark;
  const widened = layers.map((layer) => memory.copyIn(layer.widened));
  // Vectors reach up to three samples beyond a row's end.
  const pattern = memory.reserve(4 * (width + CELL_GROUP));
  return {
    strength: cellRowsInMemory(strength.field, strength.side, width, kernels, memory),
    pattern(y) {
      memory.floats(pattern, width).fill(0);
      for (const [t, { grid }] of layers.entries()) addTileRow(kernels, grid, widened[t] as Pointer, y, pattern);
      return pattern;
    },
  };
}
