/**
 * A smooth map of the plane fitted to displacements of windows: polynomials of first or third order in x and y,
 *     d(x, y) = P(x, y) + r,
 * by iteratively reweighted least squares with Cauchy weights, so that windows that moved by themselves do not pull it.
 * Source: Huber 1981 (reweighting).
 * @module
 */
import type { Size } from '../../raster.ts';
import { NormalEquations } from '../../signal/normalEquations.ts';
import { ranked } from '../../signal/orderStatistics.ts';
import type { Displacement } from './windowDisplacements.ts';

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

/** Fits the displacements of a picture of that size; at least as many as there are monomials. */
export function fitPolynomialMap(
  list: readonly Displacement[],
  { width, height }: Size,
  order: PolynomialOrder,
): PolynomialMap {
  const rows = list.map(({ x, y }) => termsAt(x, y, { width, height }, order));
  const weights = new Float64Array(list.length).fill(1);
  let across: Float64Array = new Float64Array(0);
  let down: Float64Array = new Float64Array(0);
  const left = new Float32Array(list.length);
  for (let round = 0; round < ROUNDS; round++) {
    across = weightedFit(rows, weights, (i) => (list[i] as Displacement).dx);
    down = weightedFit(rows, weights, (i) => (list[i] as Displacement).dy);
    for (const [i, { dx, dy }] of list.entries()) {
      const terms = rows[i] as number[];
      left[i] = Math.hypot(dx - valueOf(across, terms), dy - valueOf(down, terms));
    }
    const scale = 2 * Math.max(SCALE_MIN_PX, ranked(left.slice(), left.length >> 1) as number);
    for (let i = 0; i < weights.length; i++) weights[i] = 1 / (1 + ((left[i] as number) / scale) ** 2);
  }
  return { order, across, down, residualPx: ranked(left, Math.floor(FRACTION * (left.length - 1))) as number };
}

/** A polynomial of these coefficients where the monomials have these values. */
export function valueOf(coefficients: Float64Array, terms: readonly number[]): number {
  let sum = 0;
  for (let k = 0; k < terms.length; k++) sum += (terms[k] as number) * (coefficients[k] as number);
  return sum;
}

/** Keeps the normal equations solvable where windows lie in one line. */
const NORMAL_RIDGE = 1e-6;

function weightedFit(rows: readonly number[][], weights: Float64Array, value: (i: number) => number): Float64Array {
  const equations = new NormalEquations((rows[0] as number[]).length);
  for (const [i, row] of rows.entries()) equations.add(row, value(i), weights[i]);
  return equations.solve(NORMAL_RIDGE);
}
