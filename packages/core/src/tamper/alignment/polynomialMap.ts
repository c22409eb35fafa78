/**
 * A smooth map of the plane fitted to displacements of windows: polynomials of first or third order in x and y,
 *     d(x, y) = P(x, y) + r,
 * by iteratively reweighted least squares with Cauchy weights, so that windows that moved by themselves do not pull it. Edges add a row
 * each, n d(x, y) = s, which ties the two coordinates together.
 * Source: Huber 1981 (reweighting).
 * @module
 */
import type { Size } from '../../raster.ts';
import { NormalEquations } from '../../signal/normalEquations.ts';
import { ranked } from '../../signal/orderStatistics.ts';
import type { Displacement, EdgeDisplacement } from './windowDisplacements.ts';

/** Rounds of reweighting. */
const ROUNDS = 8;
/** Scale of the residuals that count in full, at least, px. */
const SCALE_MIN_PX = 0.05;
const FRACTION = 0.8;

export type PolynomialOrder = 1 | 3;

export interface PolynomialMap {
  readonly order: PolynomialOrder;
  /** Coefficients of the displacement, px, of the monomials in their order. */
  readonly across: Float64Array;
  readonly down: Float64Array;
  /** Four fifths of the displacements lie nearer to the polynomial, px. */
  readonly residualPx: number;
}

/** How many monomials there are up to an order. */
export const MONOMIALS = { 1: 3, 3: 10 } as const;

/** Monomials of x and y up to an order, from the middle in halves of the width: x in [-1, 1], y in [-height / width, height / width]. */
const polynomialTerms = (x: number, y: number, order: PolynomialOrder): number[] =>
  order === 1 ? [1, x, y] : [1, x, y, x * x, x * y, y * y, x ** 3, x * x * y, x * y * y, y ** 3];

/** The monomials at a place, px. */
export const termsAt = (x: number, y: number, { width, height }: Size, order: PolynomialOrder): number[] =>
  polynomialTerms((2 * x - width) / width, (2 * y - height) / width, order);

/**
 * Fits the displacements of a picture of that size; at least as many as there are monomials.
 * @param edges tell of places where no window does
 */
export function fitPolynomialMap(
  list: readonly Displacement[],
  { width, height }: Size,
  order: PolynomialOrder,
  edges: readonly EdgeDisplacement[] = [],
): PolynomialMap {
  const termsOf = ({ x, y }: Place): number[] => termsAt(x, y, { width, height }, order);
  const rows = list.map(termsOf);
  const edgeRows = edges.map(termsOf);
  const fit = (weights: Float64Array, edgeWeights: Float64Array): Coefficients =>
    // Without edges the coordinates part, which takes half the work.
    edges.length === 0
      ? {
          across: weightedFit(rows, weights, (i) => (list[i] as Displacement).dx),
          down: weightedFit(rows, weights, (i) => (list[i] as Displacement).dy),
        }
      : jointFit({ rows, weights, list }, { rows: edgeRows, weights: edgeWeights, list: edges });
  const { map, residualPx } = reweighted(list, edges, fit, ({ across, down }, place) => {
    const terms = termsOf(place);
    return [valueOf(across, terms), valueOf(down, terms)];
  });
  return { order, ...map, residualPx };
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/**
 * Iteratively reweighted least squares with Cauchy weights.
 * @param fit of windows and of edges with these weights
 * @param at  what a map displaces a place by, px
 */
export function reweighted<Map>(
  list: readonly Displacement[],
  edges: readonly EdgeDisplacement[],
  fit: (weights: Float64Array, edgeWeights: Float64Array) => Map,
  at: (map: Map, place: Place) => readonly [number, number],
): { readonly map: Map; readonly residualPx: number } {
  const weights = new Float64Array(list.length).fill(1);
  const edgeWeights = new Float64Array(edges.length).fill(1);
  const left = new Float32Array(list.length);
  for (let round = 1; ; round++) {
    const map = fit(weights, edgeWeights);
    for (const [i, window] of list.entries()) {
      const [dx, dy] = at(map, window);
      left[i] = Math.hypot(window.dx - dx, window.dy - dy);
    }
    if (round === ROUNDS) return { map, residualPx: ranked(left, Math.floor(FRACTION * (left.length - 1))) as number };
    const scale = 2 * Math.max(SCALE_MIN_PX, ranked(left.slice(), left.length >> 1) as number);
    const weightOf = (off: number): number => 1 / (1 + (off / scale) ** 2);
    for (let i = 0; i < weights.length; i++) weights[i] = weightOf(left[i] as number);
    for (const [i, edge] of edges.entries()) {
      const [dx, dy] = at(map, edge);
      edgeWeights[i] = weightOf(edge.along - edge.nx * dx - edge.ny * dy);
    }
  }
}

/** A polynomial of these coefficients where the monomials have these values. */
export function valueOf(coefficients: Float64Array, terms: readonly number[]): number {
  let sum = 0;
  for (let k = 0; k < terms.length; k++) sum += (terms[k] as number) * (coefficients[k] as number);
  return sum;
}

/** Keeps the normal equations solvable where windows lie in one line. */
export const NORMAL_RIDGE = 1e-6;

function weightedFit(rows: readonly number[][], weights: Float64Array, value: (i: number) => number): Float64Array {
  const equations = new NormalEquations((rows[0] as number[]).length);
  for (const [i, row] of rows.entries()) equations.add(row, value(i), weights[i]);
  return equations.solve(NORMAL_RIDGE);
}

type Coefficients = Pick<PolynomialMap, 'across' | 'down'>;

interface Weighted<Told> {
  /** Monomials at each place. */
  readonly rows: readonly number[][];
  readonly weights: Float64Array;
  readonly list: readonly Told[];
}

/** Both coordinates in one system. */
function jointFit(windows: Weighted<Displacement>, edges: Weighted<EdgeDisplacement>): Coefficients {
  const count = (windows.rows[0] as number[]).length;
  const equations = new NormalEquations(2 * count);
  const row = new Float64Array(2 * count);
  const add = (terms: readonly number[], nx: number, ny: number, value: number, weight: number): void => {
    for (let k = 0; k < count; k++) {
      row[k] = nx * (terms[k] as number);
      row[count + k] = ny * (terms[k] as number);
    }
    equations.add(row, value, weight);
  };
  for (const [i, { dx, dy }] of windows.list.entries()) {
    add(windows.rows[i] as number[], 1, 0, dx, windows.weights[i] as number);
    add(windows.rows[i] as number[], 0, 1, dy, windows.weights[i] as number);
  }
  for (const [i, { nx, ny, along }] of edges.list.entries())
    add(edges.rows[i] as number[], nx, ny, along, edges.weights[i] as number);
  const solved = equations.solve(NORMAL_RIDGE);
  return { across: solved.slice(0, count), down: solved.slice(count) };
}
