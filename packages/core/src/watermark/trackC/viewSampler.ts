/**
 * Views of a picture's luma under affine maps and bends: each is sampled from the picture reduced to about the view's own
 * scale, by cubic convolution, so that neither aliasing nor blur is added at each step of a search.
 * @module
 */
import { type Plane, plane } from '../../raster.ts';
import { reducePlane } from '../../signal/resize.ts';
import type { RowSource } from '../../signal/rowSource.ts';
import { CANVAS_SIDE, lumaAtSize, type Size } from './canvas.ts';
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
function sampleView(source: Plane, picture: Size, { columns, rows, x, y }: Warp): View {
  const out = plane(columns * CELL_SIDE, rows * CELL_SIDE);
  const covered = new Uint8Array(columns * rows);
  const [toX, toY] = [source.width / picture.width, source.height / picture.height];
  const cell: CellCorners = { x0: 0, x1: 0, x2: 0, x3: 0, y0: 0, y1: 0, y2: 0, y3: 0 };
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const node = row * (columns + 1) + column;
      const below = node + columns + 1;
      cell.x0 = (x[node] as number) * toX;
      cell.x1 = (x[node + 1] as number) * toX;
      cell.x2 = (x[below] as number) * toX;
      cell.x3 = (x[below + 1] as number) * toX;
      cell.y0 = (y[node] as number) * toY;
      cell.y1 = (y[node + 1] as number) * toY;
      cell.y2 = (y[below] as number) * toY;
      cell.y3 = (y[below + 1] as number) * toY;
      fillCell(source, cell, out, column * CELL_SIDE, row * CELL_SIDE);
      const middleX = (cell.x0 + cell.x1 + cell.x2 + cell.x3) / 4;
      const middleY = (cell.y0 + cell.y1 + cell.y2 + cell.y3) / 4;
      const isInside = middleX >= 0 && middleX <= source.width && middleY >= 0 && middleY <= source.height;
      covered[row * columns + column] = isInside ? 1 : 0;
    }
  return { luma: out, covered };
}

/** Where the corners of a cell lie: upper left, upper right, lower left, lower right. */
interface CellCorners {
  x0: number;
  x1: number;
  x2: number;
  x3: number;
  y0: number;
  y1: number;
  y2: number;
  y3: number;
}

function fillCell(source: Plane, cell: CellCorners, out: Plane, left: number, top: number): void {
  for (let j = 0; j < CELL_SIDE; j++) {
    const v = (j + 0.5) / CELL_SIDE;
    const leftX = cell.x0 + (cell.x2 - cell.x0) * v;
    const leftY = cell.y0 + (cell.y2 - cell.y0) * v;
    const stepX = (cell.x1 + (cell.x3 - cell.x1) * v - leftX) / CELL_SIDE;
    const stepY = (cell.y1 + (cell.y3 - cell.y1) * v - leftY) / CELL_SIDE;
    const at = (top + j) * out.width + left;
    for (let i = 0; i < CELL_SIDE; i++)
      out.data[at + i] = cubicClamped(source, leftX + stepX * (i + 0.5) - 0.5, leftY + stepY * (i + 0.5) - 0.5);
  }
}

/** Keys' cubic, a = -1/2, the border repeated. @param x in samples, 0 at the centre of the first */
function cubicClamped({ width, height, data }: Plane, x: number, y: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const u = x - left;
  const v = y - top;
  const at = (top - 1) * width + left - 1;
  const isInner = left >= 1 && top >= 1 && left + 2 < width && top + 2 < height;
  let sum = 0;
  for (let j = 0; j < 4; j++) {
    const weight = cubicWeight(j, v);
    if (isInner) {
      const i = at + j * width;
      sum +=
        weight *
        (cubicWeight(0, u) * (data[i] as number) +
          cubicWeight(1, u) * (data[i + 1] as number) +
          cubicWeight(2, u) * (data[i + 2] as number) +
          cubicWeight(3, u) * (data[i + 3] as number));
    } else {
      const row = Math.max(0, Math.min(height - 1, top - 1 + j)) * width;
      for (let i = 0; i < 4; i++) {
        const column = Math.max(0, Math.min(width - 1, left - 1 + i));
        sum += weight * cubicWeight(i, u) * (data[row + column] as number);
      }
    }
  }
  return sum;
}

/** Of the four samples around a place `t` beyond the second. */
function cubicWeight(tap: number, t: number): number {
  if (tap === 0) return 0.5 * t * (t * (2 - t) - 1);
  if (tap === 1) return 0.5 * (t * t * (3 * t - 5) + 2);
  if (tap === 2) return 0.5 * t * (t * (4 - 3 * t) + 1);
  return 0.5 * t * t * (t - 1);
}
