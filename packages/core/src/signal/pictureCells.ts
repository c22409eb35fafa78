/**
 * Means and variances of a picture over small square cells, and fields on that grid brought back to pixels. What varies
 * slowly (activity, masks, local means) is worked out on cells: of a side of 4 pixels, a sixteenth of the work.
 * @module
 */
import type { KernelMemory, Pointer } from '../kernels/kernelMemory.ts';
import { type Kernels, withKernels } from '../kernels/kernels.ts';
import { type Plane, plane, type Raster } from '../raster.ts';
import { lumaMoments, ROW_SPARE } from './colour/lumaPlane.ts';
import { type RowSource, rowsOf } from './rowSource.ts';

/** One entry a cell; cells at the right and lower border may hold fewer pixels. */
export interface PictureCells {
  /** Side of a cell in pixels. */
  readonly side: number;
  readonly mean: Plane;
  /** Mean of (Y - mean)^2 within the cell. */
  readonly variance: Plane;
}

/** Sums over columns of pixels, row by row: the part of the sweep that touches every pixel. */
interface ColumnSums {
  addRow(y: number): void;
  /** Sums of Y - CENTRE and of its square over the rows since the last call. */
  takeMoments(): { readonly sums: Float32Array; readonly squares: Float32Array };
  /** Sums of Y - CENTRE over the rows since the last call. */
  takeSums(): Float32Array;
}

/** Squares are summed around the middle of the range: single precision keeps more of small variances. */
const CENTRE = 128;

/** @param source luma, or a raster of which it is taken. @param side of a cell, pixels */
export function cellsOf(source: Raster | RowSource, side: number): PictureCells {
  return sweepCells(source, side, 1).cells;
}

export interface CellSweep {
  readonly cells: PictureCells;
  /** Means over `reduction` x `reduction` pixels, without what is left over at the right and below; empty rows at 1. */
  readonly reduced: Plane;
}

/** Cells and a reduced picture in one sweep. @param reduction a whole number; 1 if no reduced picture is wanted */
export function sweepCells(source: Raster | RowSource, side: number, reduction: number): CellSweep {
  return withKernels(
    (kernels, memory) => sweep(source, side, reduction, sumsInMemory(source, kernels, memory)),
    () => sweep(source, side, reduction, scalarSums(source)),
  );
}

function sweep({ width, height }: RowSource | Raster, side: number, reduction: number, columns: ColumnSums): CellSweep {
  const mean = plane(Math.ceil(width / side), Math.ceil(height / side));
  const variance = plane(mean.width, mean.height);
  const reduced = plane(Math.floor(width / reduction), reduction > 1 ? Math.floor(height / reduction) : 1);
  for (let y = 0; y < height; y++) {
    columns.addRow(y);
    if ((y + 1) % side === 0 || y + 1 === height) {
      const row = Math.floor(y / side);
      closeCells(columns.takeMoments(), width, side, y + 1 - row * side, row * mean.width, mean.data, variance.data);
    }
    if (reduction > 1 && (y + 1) % reduction === 0 && y < reduced.height * reduction)
      closeReduced(columns.takeSums(), reduction, reduced, Math.floor(y / reduction));
  }
  return { cells: { side, mean, variance }, reduced };
}

function closeCells(
  { sums, squares }: { readonly sums: Float32Array; readonly squares: Float32Array },
  width: number,
  side: number,
  rows: number,
  at: number,
  mean: Float32Array,
  variance: Float32Array,
): void {
  for (let c = 0, x = 0; x < width; c++) {
    const end = Math.min(width, x + side);
    const count = rows * (end - x);
    let [sum, square] = [0, 0];
    for (; x < end; x++) {
      sum += sums[x] as number;
      square += squares[x] as number;
    }
    const m = sum / count;
    mean[at + c] = m + CENTRE;
    variance[at + c] = Math.max(0, square / count - m * m);
  }
}

function closeReduced(sums: Float32Array, reduction: number, reduced: Plane, row: number): void {
  for (let i = 0, x = 0; i < reduced.width; i++) {
    let sum = 0;
    for (const end = x + reduction; x < end; x++) sum += sums[x] as number;
    reduced.data[row * reduced.width + i] = sum / reduction ** 2 + CENTRE;
  }
}

function sumsInMemory(source: Raster | RowSource, kernels: Kernels, memory: KernelMemory): ColumnSums {
  const { width } = source;
  const [moments, squares, sums] = [0, 1, 2].map(() => memory.zeros(width + ROW_SPARE)) as [Pointer, Pointer, Pointer];
  const addRow = lumaMoments(source, CENTRE, { moments, squares, sums }, kernels, memory);
  // The views are copied before the kernels go on.
  const take = (at: Pointer): Float32Array => {
    const values = memory.floats(at, width);
    const out = values.slice();
    values.fill(0);
    return out;
  };
  return {
    addRow,
    takeMoments: () => ({ sums: take(moments), squares: take(squares) }),
    takeSums: () => take(sums),
  };
}

/** Scalar fallback of the kernels. */
function scalarSums(source: Raster | RowSource): ColumnSums {
  const rows = rowsOf(source);
  const { width } = rows;
  const row = new Float32Array(width);
  const [moments, squares, sums] = [new Float32Array(width), new Float32Array(width), new Float32Array(width)];
  const take = (values: Float32Array): Float32Array => {
    const out = values.slice();
    values.fill(0);
    return out;
  };
  return {
    addRow(y) {
      rows.read(y, 0, width, row, 0);
      for (let x = 0; x < width; x++) {
        const value = (row[x] as number) - CENTRE;
        moments[x] = (moments[x] as number) + value;
        sums[x] = (sums[x] as number) + value;
        squares[x] = (squares[x] as number) + value * value;
      }
    },
    takeMoments: () => ({ sums: take(moments), squares: take(squares) }),
    takeSums: () => take(sums),
  };
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
    const place = cellPlace(i, side, cells);
    first[i] = place.first;
    fraction[i] = place.share;
  }
  return { first, fraction };
}

/** The cell before the middle of pixel `i` of a row or column of `cells` cells, and the share of the next one. */
export function cellPlace(i: number, side: number, cells: number): { readonly first: number; readonly share: number } {
  const at = Math.min(Math.max((i + 0.5) / side - 0.5, 0), cells - 1);
  const first = Math.min(Math.floor(at), Math.max(0, cells - 2));
  return { first, share: at - first };
}

/**
 * For the kernel `cellLine`: each four pixels of a cell as three vectors, the weights of the left neighbour, the cell
 * itself, and the right neighbour.
 */
export function cellTable(side: number): Float32Array {
  const out = new Float32Array(3 * side);
  for (let i = 0; i < side; i++) {
    const offset = (i + 0.5) / side - 0.5;
    const at = 12 * (i >> 2) + (i & 3);
    out[at] = Math.max(0, -offset);
    out[at + 4] = 1 - Math.abs(offset);
    out[at + 8] = Math.max(0, offset);
  }
  return out;
}

/** Pixels of the cells that a row of `width` pixels touches. */
export function wholeCells(width: number, side: number): number {
  return side * Math.ceil(width / side);
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
