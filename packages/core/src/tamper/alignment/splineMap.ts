/**
 * A smooth map of the plane that sways as no polynomial of low order does, fitted to displacements of windows: uniform cubic
 * B-splines in x and y,
 *     d(x, y) = sum_ij B(x - i) B(y - j) c_ij,   minimizing  sum_w g_w |d_w - d(x_w, y_w)|^2 + l sum |second differences of c|^2
 * by iteratively reweighted least squares with Cauchy weights g. The second term carries the map on, straight, where no window tells.
 * Sources: Eilers, Marx 1996 (P-splines); Huber 1981 (reweighting).
 * @module
 */
import type { Size } from '../../raster.ts';
import { factorise, solveFactorised } from '../../signal/cholesky.ts';
import { ranked } from '../../signal/orderStatistics.ts';
import type { Displacement } from './windowDisplacements.ts';

/** Cells along the longer side. */
const CELLS = 10;
/** What windows are off by, and what second differences of the coefficients a sway has, px: their ratio squared is l. */
const NOISE_PX = 0.1;
const SWAY_PX = 2;
const PENALTY = (NOISE_PX / SWAY_PX) ** 2;
/** Rounds of reweighting. */
const ROUNDS = 4;
/** Scale of the residuals that count in full, at least, px. */
const SCALE_MIN_PX = 0.05;
/** Splines that are not zero at one place, along one axis. */
const REACH = 4;
/** Keeps the normal equations solvable. */
const NORMAL_RIDGE = 1e-6;

export interface SplineMap {
  /** Coefficients along x and along y. */
  readonly nx: number;
  readonly ny: number;
  /** Side of a cell, fraction of the width: the map holds for the same picture at any size. */
  readonly cell: number;
  /** Coefficients of the displacement, px of the size that it was fitted on, row-major. */
  readonly across: Float64Array;
  readonly down: Float64Array;
}

/** Along one axis: the first of the splines that are not zero at a place, and their values. */
interface Knots {
  readonly first: number;
  readonly values: readonly [number, number, number, number];
}

function knotsAt(at: number, count: number): Knots {
  const first = Math.min(count - REACH, Math.max(0, Math.floor(at)));
  const t = Math.min(1, Math.max(0, at - first));
  const s = 1 - t;
  return {
    first,
    values: [(s * s * s) / 6, (3 * t ** 3 - 6 * t * t + 4) / 6, (3 * s ** 3 - 6 * s * s + 4) / 6, (t * t * t) / 6],
  };
}

/** Fits the displacements of a picture of that size. */
export function fitSplineMap(list: readonly Displacement[], size: Size): SplineMap {
  const cellPx = Math.max(size.width, size.height) / CELLS;
  const count = (side: number): number => Math.ceil(side / cellPx) + REACH - 1;
  const [nx, ny] = [count(size.width), count(size.height)];
  const order = nx * ny;
  const penalty = penaltyOf(nx, ny);
  const places = list.map(({ x, y }) => ({ across: knotsAt(x / cellPx, nx), down: knotsAt(y / cellPx, ny) }));
  const weights = new Float64Array(list.length).fill(1);
  const left = new Float32Array(list.length);
  let map: SplineMap = { nx, ny, cell: cellPx / size.width, across: new Float64Array(0), down: new Float64Array(0) };
  for (let round = 0; round < ROUNDS; round++) {
    const normal = penalty.slice();
    const [across, down] = [new Float64Array(order), new Float64Array(order)];
    for (const [i, { dx, dy }] of list.entries()) {
      const { at, values } = termsOf(places[i] as Place, nx);
      const weight = weights[i] as number;
      for (let a = 0; a < at.length; a++) {
        const row = at[a] as number;
        const scaled = weight * (values[a] as number);
        across[row] = (across[row] as number) + scaled * dx;
        down[row] = (down[row] as number) + scaled * dy;
        // The lower triangle is all that is read; places come in rising order.
        for (let b = 0; b <= a; b++) {
          const k = row * order + (at[b] as number);
          normal[k] = (normal[k] as number) + scaled * (values[b] as number);
        }
      }
    }
    factorise(normal, order);
    solveFactorised(normal, order, across);
    solveFactorised(normal, order, down);
    map = { ...map, across, down };
    for (const [i, { x, y, dx, dy }] of list.entries()) {
      const [u, v] = shiftAt(map, x, y, size);
      left[i] = Math.hypot(dx - u, dy - v);
    }
    const scale = 2 * Math.max(SCALE_MIN_PX, ranked(left.slice(), left.length >> 1) ?? 0);
    for (let i = 0; i < weights.length; i++) weights[i] = 1 / (1 + ((left[i] as number) / scale) ** 2);
  }
  return map;
}

interface Place {
  readonly across: Knots;
  readonly down: Knots;
}

/** The coefficients that a place depends on, in rising order, and how much. */
function termsOf({ across, down }: Place, nx: number): { readonly at: number[]; readonly values: number[] } {
  const [at, values]: [number[], number[]] = [[], []];
  for (let j = 0; j < REACH; j++)
    for (let i = 0; i < REACH; i++) {
      at.push((down.first + j) * nx + across.first + i);
      values.push((down.values[j] as number) * (across.values[i] as number));
    }
  return { at, values };
}

/** Of second differences along both axes, lower triangle. */
function penaltyOf(nx: number, ny: number): Float64Array {
  const order = nx * ny;
  const out = new Float64Array(order * order);
  const add = (middle: number, step: number): void => {
    const [places, values] = [
      [middle - step, middle, middle + step],
      [1, -2, 1],
    ] as const;
    for (let a = 0; a < 3; a++)
      for (let b = 0; b <= a; b++) {
        const k = (places[a] as number) * order + (places[b] as number);
        out[k] = (out[k] as number) + PENALTY * (values[a] as number) * (values[b] as number);
      }
  };
  for (let j = 0; j < ny; j++)
    for (let i = 0; i < nx; i++) {
      if (i > 0 && i + 1 < nx) add(j * nx + i, 1);
      if (j > 0 && j + 1 < ny) add(j * nx + i, nx);
      out[(j * nx + i) * (order + 1)] = (out[(j * nx + i) * (order + 1)] as number) + NORMAL_RIDGE;
    }
  return out;
}

/** Displacement at a place, px of that size as far as the coefficients are of it. */
function shiftAt({ nx, ny, cell, across, down }: SplineMap, x: number, y: number, { width }: Size): [number, number] {
  const { at, values } = termsOf(
    { across: knotsAt(x / (cell * width), nx), down: knotsAt(y / (cell * width), ny) },
    nx,
  );
  let [dx, dy] = [0, 0];
  for (let k = 0; k < at.length; k++) {
    dx += (values[k] as number) * (across[at[k] as number] as number);
    dy += (values[k] as number) * (down[at[k] as number] as number);
  }
  return [dx, dy];
}

/** What a map leaves of displacements, px, in their order. */
export function leftBy(map: SplineMap, list: readonly Displacement[], size: Size): Float32Array {
  return Float32Array.from(list, ({ x, y, dx, dy }) => {
    const [u, v] = shiftAt(map, x, y, size);
    return Math.hypot(dx - u, dy - v);
  });
}

/** Displacements that were found beyond a map, with what the map says. */
export const withMap = (map: SplineMap, list: readonly Displacement[], size: Size): Displacement[] =>
  list.map(({ x, y, dx, dy }) => {
    const [u, v] = shiftAt(map, x, y, size);
    return { x, y, dx: dx + u, dy: dy + v };
  });

/** Adds the map to the displacements of all pixels. */
export function addSplineMap(
  { nx, ny, cell, across, down }: SplineMap,
  { width, height }: Size,
  dx: Float32Array,
  dy: Float32Array,
): void {
  const columns = Array.from({ length: width }, (_, x) => knotsAt(x / (cell * width), nx));
  const [rowAcross, rowDown] = [new Float64Array(nx), new Float64Array(nx)];
  for (let y = 0, at = 0; y < height; y++) {
    const { first, values } = knotsAt(y / (cell * width), ny);
    for (let i = 0; i < nx; i++) {
      let [u, v] = [0, 0];
      for (let j = 0; j < REACH; j++) {
        const k = (first + j) * nx + i;
        u += (values[j] as number) * (across[k] as number);
        v += (values[j] as number) * (down[k] as number);
      }
      rowAcross[i] = u;
      rowDown[i] = v;
    }
    for (let x = 0; x < width; x++, at++) {
      const knots = columns[x] as Knots;
      let [u, v] = [0, 0];
      for (let i = 0; i < REACH; i++) {
        const value = knots.values[i] as number;
        u += value * (rowAcross[knots.first + i] as number);
        v += value * (rowDown[knots.first + i] as number);
      }
      dx[at] = (dx[at] as number) + u;
      dy[at] = (dy[at] as number) + v;
    }
  }
}
