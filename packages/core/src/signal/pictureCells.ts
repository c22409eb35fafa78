/**
 * Means and variances of a picture over small square cells, and fields on that grid brought back to pixels. What varies
 * slowly (activity, masks, local means) is worked out on cells: of a side of 4 pixels, a sixteenth of the work.
 * @module
 */
import { type Plane, plane } from '../raster.ts';
import type { RowSource } from './rowSource.ts';

/** One entry a cell; cells at the right and lower border may hold fewer pixels. */
export interface PictureCells {
  /** Side of a cell in pixels. */
  readonly side: number;
  readonly mean: Plane;
  /** Mean of (Y - mean)^2 within the cell. */
  readonly variance: Plane;
}

/** Gathers the cells of a picture from its rows, in one pass. */
export interface CellGatherer {
  /** Rows 0, 1, 2, ... in order. */
  add(row: Float32Array): void;
  /** Once all rows are in. */
  finish(): PictureCells;
}

export function gatherCells(width: number, height: number, side: number): CellGatherer {
  const columns = Math.ceil(width / side);
  const mean = plane(columns, Math.ceil(height / side));
  const variance = plane(mean.width, mean.height);
  const sums = new Float64Array(columns);
  const squares = new Float64Array(columns);
  let y = 0;
  const close = (): void => {
    const rows = ((y - 1) % side) + 1;
    const at = Math.floor((y - 1) / side) * columns;
    for (let c = 0; c < columns; c++) {
      const count = rows * Math.min(side, width - c * side);
      const m = (sums[c] as number) / count;
      mean.data[at + c] = m;
      variance.data[at + c] = Math.max(0, (squares[c] as number) / count - m * m);
    }
    sums.fill(0);
    squares.fill(0);
  };
  return {
    add(row) {
      addRow(row, width, side, sums, squares);
      y++;
      if (y % side === 0 || y === height) close();
    },
    finish: () => ({ side, mean, variance }),
  };
}

function addRow(row: Float32Array, width: number, side: number, sums: Float64Array, squares: Float64Array): void {
  for (let c = 0, x = 0; x < width; c++) {
    const end = Math.min(width, x + side);
    let sum = 0;
    let square = 0;
    for (; x < end; x++) {
      const value = row[x] as number;
      sum += value;
      square += value * value;
    }
    sums[c] = (sums[c] as number) + sum;
    squares[c] = (squares[c] as number) + square;
  }
}

export function cellsOf(source: RowSource, side: number): PictureCells {
  const { width, height } = source;
  const gatherer = gatherCells(width, height, side);
  const row = new Float32Array(width);
  for (let y = 0; y < height; y++) {
    source.read(y, 0, width, row, 0);
    gatherer.add(row);
  }
  return gatherer.finish();
}

/** Where the samples of a row or column stand between the centres of cells: index of the left one, and the fraction. */
interface Positions {
  readonly first: Int32Array;
  readonly fraction: Float32Array;
}

function positions(length: number, cells: number, side: number): Positions {
  const first = new Int32Array(length);
  const fraction = new Float32Array(length);
  for (let i = 0; i < length; i++) {
    const at = Math.min(Math.max((i + 0.5) / side - 0.5, 0), cells - 1);
    first[i] = Math.min(Math.floor(at), Math.max(0, cells - 2));
    fraction[i] = at - (first[i] as number);
  }
  return { first, fraction };
}

/** Bilinear interpolation of a field on cells: writes samples left .. left + count - 1 of row `y` to out[0], out[1], ... */
export type CellRow = (y: number, left: number, count: number, out: Float32Array) => void;

/** @param side of a cell, in samples of the rows asked for; need not be whole */
export function cellRows(field: Plane, side: number, width: number, height: number): CellRow {
  const columns = positions(width, field.width, side);
  const rows = positions(height, field.height, side);
  // One sample more, so that a right neighbour always exists.
  const line = new Float32Array(field.width + 1);
  return (y, left, count, out) => {
    const upper = (rows.first[y] as number) * field.width;
    const lower = field.height > 1 ? upper + field.width : upper;
    const v = rows.fraction[y] as number;
    for (let c = 0; c < field.width; c++)
      line[c] = (field.data[upper + c] as number) * (1 - v) + (field.data[lower + c] as number) * v;
    line[field.width] = line[field.width - 1] as number;
    blendColumns(line, columns, left, count, out);
  };
}

function blendColumns(
  line: Float32Array,
  { first, fraction }: Positions,
  from: number,
  count: number,
  out: Float32Array,
): void {
  for (let i = 0; i < count; i++) {
    const c = first[from + i] as number;
    const left = line[c] as number;
    out[i] = left + (fraction[from + i] as number) * ((line[c + 1] as number) - left);
  }
}

/**
 * A field on cells, seen in a view: on cells of `viewSide` view pixels, of which `scale` make a picture pixel, the view's
 * corner at (left, top) of the picture.
 */
export function fieldInView(
  field: Plane,
  side: number,
  view: { readonly left: number; readonly top: number; readonly scale: number; readonly viewSide: number },
  columns: number,
  rows: number,
): Plane {
  const out = plane(columns, rows);
  const at = (i: number, begin: number, cells: number): number =>
    Math.min(Math.max((begin + ((i + 0.5) * view.viewSide) / view.scale) / side - 0.5, 0), cells - 1);
  for (let j = 0; j < rows; j++) {
    const y = at(j, view.top, field.height);
    const top = Math.floor(y) * field.width;
    const bottom = Math.min(field.height - 1, Math.floor(y) + 1) * field.width;
    const v = y - Math.floor(y);
    for (let i = 0; i < columns; i++) {
      const x = at(i, view.left, field.width);
      const left = Math.floor(x);
      const right = Math.min(field.width - 1, left + 1);
      const u = x - left;
      const upper = (field.data[top + left] as number) * (1 - u) + (field.data[top + right] as number) * u;
      const lower = (field.data[bottom + left] as number) * (1 - u) + (field.data[bottom + right] as number) * u;
      out.data[j * columns + i] = upper * (1 - v) + lower * v;
    }
  }
  return out;
}
