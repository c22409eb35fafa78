/**
 * Views of a picture's luma under affine maps and bends: each is sampled from the picture reduced to about the view's own
 * scale, by cubic convolution, so that neither aliasing nor blur is added at each step of a search.
 * @module
 */
import { withKernels } from '../../kernels/kernels.ts';
import { plane, type Plane, type Size } from '../../raster.ts';
import { reducePlane } from '../../signal/resample/resize.ts';
import type { RowSource } from '../../signal/rowSource.ts';
import { CANVAS_SIDE, lumaAtSize } from './canvas.ts';
import { CELL_SIDE } from './neuralModem.ts';
import { type Placement, scaleOf } from './placement.ts';

/** A view, which of its cells the picture fills, and where it lies. */
export interface View {
  readonly luma: Plane;
  /** Of every cell: 1 if its middle lies within the picture, else 0. */
  readonly covered: Uint8Array;
}

/** Picture coordinates at the corners of a view's cells: (columns + 1) x (rows + 1) nodes, row-major. */
export interface Warp {
  readonly columns: number;
  readonly rows: number;
  readonly x: Float32Array;
  readonly y: Float32Array;
}

export interface ViewSampler {
  /** Size of the picture. */
  readonly picture: Size;
  /** @param scale picture pixels per sample, about */
  sample(warp: Warp, scale: number): View;
}

/** The finest level that views are sampled from: enough for a scale of 2 beyond the canvas, whatever the picture's size. */
const BASE_SIDE = 2 * CANVAS_SIDE;
/** Levels are this far apart. */
const LEVEL_STEP = 2 ** (1 / 4);

/** @param luma of the whole picture */
export function viewSampler(luma: RowSource): ViewSampler {
  const picture = { width: luma.width, height: luma.height };
  const levels = new Map<number, Plane>();
  const finest = Math.min(0, Math.floor(levelOf(BASE_SIDE / Math.sqrt(luma.width * luma.height))));
  const level = (n: number): Plane => {
    const known = levels.get(n);
    if (known) return known;
    const factor = LEVEL_STEP ** n;
    const side = (length: number): number => Math.max(1, Math.round(length * factor));
    const size = { width: side(picture.width), height: side(picture.height) };
    const made = n === finest ? lumaAtSize(luma, size) : reducePlane(level(finest), size.width, size.height);
    levels.set(n, made);
    return made;
  };
  return {
    picture,
    sample(warp, scale) {
      return sampleView(level(Math.min(finest, Math.ceil(levelOf(1 / scale)))), picture, warp);
    },
  };
}

function levelOf(factor: number): number {
  return Math.log(factor) / Math.log(LEVEL_STEP);
}

/** The nodes of an affine placement. */
export function warpOf({ xx, xy, yx, yy, x, y, left, top, width, height }: Placement): Warp {
  const [columns, rows] = [width / CELL_SIDE, height / CELL_SIDE];
  const nodes = (columns + 1) * (rows + 1);
  const warp = { columns, rows, x: new Float32Array(nodes), y: new Float32Array(nodes) };
  for (let row = 0, node = 0; row <= rows; row++)
    for (let column = 0; column <= columns; column++, node++) {
      const [u, v] = [left + CELL_SIDE * column, top + CELL_SIDE * row];
      warp.x[node] = xx * u + xy * v + x;
      warp.y[node] = yx * u + yy * v + y;
    }
  return warp;
}

/** The view of a placement. */
export function viewAt(sampler: ViewSampler, placement: Placement): View {
  return sampler.sample(warpOf(placement), scaleOf(placement));
}

/** Bilinear between the nodes, cubic between the samples; what lies outside is the nearest of the border. */
function sampleView(source: Plane, picture: Size, warp: Warp): View {
  const { columns, rows } = warp;
  const [toX, toY] = [source.width / picture.width, source.height / picture.height];
  const corners = cornersOf(warp, toX, toY);
  const covered = new Uint8Array(columns * rows);
  for (let cell = 0, at = 0; cell < covered.length; cell++, at += 8) {
    const middleX = sumOfFour(corners, at) / 4;
    const middleY = sumOfFour(corners, at + 4) / 4;
    const isInside = middleX >= 0 && middleX <= source.width && middleY >= 0 && middleY <= source.height;
    covered[cell] = isInside ? 1 : 0;
  }
  return { luma: filledCells(source, corners, columns, rows), covered };
}

/** Where the corners of every cell lie, upper left, upper right, lower left, lower right: x of the four, then y. */
function cornersOf({ columns, rows, x, y }: Warp, toX: number, toY: number): Float64Array {
  const corners = new Float64Array(8 * columns * rows);
  for (let row = 0, at = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, at += 8) {
      const node = row * (columns + 1) + column;
      const below = node + columns + 1;
      corners[at] = (x[node] as number) * toX;
      corners[at + 1] = (x[node + 1] as number) * toX;
      corners[at + 2] = (x[below] as number) * toX;
      corners[at + 3] = (x[below + 1] as number) * toX;
      corners[at + 4] = (y[node] as number) * toY;
      corners[at + 5] = (y[node + 1] as number) * toY;
      corners[at + 6] = (y[below] as number) * toY;
      corners[at + 7] = (y[below + 1] as number) * toY;
    }
  return corners;
}

const sumOfFour = (values: Float64Array, from: number): number =>
  (values[from] as number) + (values[from + 1] as number) + (values[from + 2] as number) + (values[from + 3] as number);

function filledCells(source: Plane, corners: Float64Array, columns: number, rows: number): Plane {
  const out = plane(columns * CELL_SIDE, rows * CELL_SIDE);
  withKernels(
    (kernels, memory) => {
      const [from, places] = [memory.copyIn(source.data), memory.copyIn(corners)];
      const to = memory.reserve(4 * out.data.length);
      const rowBytes = 4 * CELL_SIDE * out.width;
      for (let row = 0; row < rows; row++) {
        const ofRow = places + 64 * columns * row;
        const at = to + rowBytes * row;
        kernels.fillCellsCubic(from, source.width, source.height, ofRow, columns, CELL_SIDE, at, out.width);
      }
      out.data.set(memory.floats(to, out.data.length));
    },
    () => {
      for (let row = 0, at = 0; row < rows; row++)
        for (let column = 0; column < columns; column++, at += 8)
          fillCell(source, corners.subarray(at, at + 8), out, column * CELL_SIDE, row * CELL_SIDE);
    },
  );
  return out;
}

type Four = readonly [number, number, number, number];

/** Scalar fallback of the kernel. @param corners see `cornersOf` */
function fillCell(source: Plane, corners: Float64Array, out: Plane, left: number, top: number): void {
  const [x0, x1, x2, x3] = corners as unknown as Four;
  const [y0, y1, y2, y3] = corners.subarray(4) as unknown as Four;
  for (let j = 0; j < CELL_SIDE; j++) {
    const v = (j + 0.5) / CELL_SIDE;
    const leftX = x0 + (x2 - x0) * v;
    const leftY = y0 + (y2 - y0) * v;
    const stepX = (x1 + (x3 - x1) * v - leftX) / CELL_SIDE;
    const stepY = (y1 + (y3 - y1) * v - leftY) / CELL_SIDE;
    const to = (top + j) * out.width + left;
    for (let i = 0; i < CELL_SIDE; i++)
      out.data[to + i] = cubicClamped(source, leftX + stepX * (i + 0.5) - 0.5, leftY + stepY * (i + 0.5) - 0.5);
  }
}

/** Keys' cubic, a = -1/2, the border repeated. @param x in samples, 0 at the centre of the first */
function cubicClamped({ width, height, data }: Plane, x: number, y: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const u = x - left;
  const a0 = 0.5 * u * (u * (2 - u) - 1);
  const a1 = 0.5 * (u * u * (3 * u - 5) + 2);
  const a2 = 0.5 * u * (u * (4 - 3 * u) + 1);
  const a3 = 0.5 * u * u * (u - 1);
  const v = y - top;
  const b0 = 0.5 * v * (v * (2 - v) - 1);
  const b1 = 0.5 * (v * v * (3 * v - 5) + 2);
  const b2 = 0.5 * v * (v * (4 - 3 * v) + 1);
  const b3 = 0.5 * v * v * (v - 1);
  let [p, q, r, s] = [left - 1, left, left + 1, left + 2];
  let [i, j, k, l] = [top - 1, top, top + 1, top + 2];
  if (p < 0 || i < 0 || s >= width || l >= height) {
    [p, q, r, s] = [within(p, width), within(q, width), within(r, width), within(s, width)];
    [i, j, k, l] = [within(i, height), within(j, height), within(k, height), within(l, height)];
  }
  i *= width;
  j *= width;
  k *= width;
  l *= width;
  return (
    b0 * (a0 * at(data, i + p) + a1 * at(data, i + q) + a2 * at(data, i + r) + a3 * at(data, i + s)) +
    b1 * (a0 * at(data, j + p) + a1 * at(data, j + q) + a2 * at(data, j + r) + a3 * at(data, j + s)) +
    b2 * (a0 * at(data, k + p) + a1 * at(data, k + q) + a2 * at(data, k + r) + a3 * at(data, k + s)) +
    b3 * (a0 * at(data, l + p) + a1 * at(data, l + q) + a2 * at(data, l + r) + a3 * at(data, l + s))
  );
}

function at(data: Float32Array, i: number): number {
  return data[i] as number;
}

function within(i: number, length: number): number {
  return i < 0 ? 0 : i >= length ? length - 1 : i;
}
