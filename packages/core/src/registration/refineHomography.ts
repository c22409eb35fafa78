/**
 * Refines a homography on the pixels themselves: Gauss-Newton on the eight parameters with robust weights,
 *     min_H sum_x rho(q(x) - r(H x)),
 * which uses all of the overlap where keypoints use some corners, and ignores edited regions by their residuals.
 * Sources: Lucas, Kanade 1981; Baker, Matthews 2004 ("forwards additive"); Cauchy weights, Holland, Welsch 1977.
 * @module
 */
import type { Plane } from '../raster.ts';
import { ranked } from '../signal/orderStatistics.ts';
import { compose, type Homography, inverse, normalized, project } from './homography.ts';

const PARAMETERS = 8;
const ITERATIONS_MAX = 15;
/** Movement of the corners at which the iteration ends, px. */
const CONVERGED_PX = 0.01;
/** Every second pixel of every second line: the low-passed pictures hold no more. */
const STEP = 2;
/** Least width of the Cauchy weight, in units of normalized contrast. */
const WIDTH_MIN = 0.15;
/** Least number of pixels of the overlap that can carry eight parameters. */
const SAMPLES_MIN = 400;
/** A step beyond it is divergence, not refinement, px. */
const STEP_MAX_PX = 12;

/** Maps pixel coordinates to about [-1, 1], which makes the normal equations well conditioned (Hartley 1997). */
function conditioning(picture: Plane): Homography {
  const s = 2 / Math.max(picture.width, picture.height, 2);
  return [s, 0, (-s * (picture.width - 1)) / 2, 0, s, (-s * (picture.height - 1)) / 2, 0, 0, 1];
}

interface Sampler {
  readonly reference: Plane;
  readonly gradientX: Float32Array;
  readonly gradientY: Float32Array;
}

function samplerOf(reference: Plane): Sampler {
  const { width, height, data } = reference;
  const gradientX = new Float32Array(data.length);
  const gradientY = new Float32Array(data.length);
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      gradientX[i] = ((data[i + 1] as number) - (data[i - 1] as number)) / 2;
      gradientY[i] = ((data[i + width] as number) - (data[i - width] as number)) / 2;
    }
  return { reference, gradientX, gradientY };
}

interface Sums {
  readonly normal: Float64Array;
  readonly right: Float64Array;
  /** Six products of gradients, each with six monomials, see `accumulate`. */
  readonly products: Float64Array;
  readonly residuals: Float32Array;
  count: number;
}

/** Largest movement of the picture's corners between two maps, px of the reference. */
function cornerMovement(a: Homography, b: Homography, size: Plane): number {
  let max = 0;
  for (const x of [0, size.width - 1])
    for (const y of [0, size.height - 1]) {
      const p = project(a, x, y);
      const q = project(b, x, y);
      max = Math.max(max, Math.hypot(p.x - q.x, p.y - q.y));
    }
  return max;
}

/**
 * @param query     contrast-normalized plane
 * @param reference contrast-normalized plane of about the same density
 * @param start     query to reference, px of these planes, right to a few pixels
 * @returns the refined homography, or `start` if the iteration diverges or the overlap is too small
 */
export function refineHomography(query: Plane, reference: Plane, start: Homography): Homography {
  const toUnitQuery = conditioning(query);
  const toUnitReference = conditioning(reference);
  const fromUnitQuery = inverse(toUnitQuery);
  const fromUnitReference = inverse(toUnitReference);
  const startRight = fromUnitQuery && compose(start, fromUnitQuery);
  let unit = startRight && compose(toUnitReference, startRight);
  if (!unit || !fromUnitReference) return start;
  const sampler = samplerOf(reference);
  const sums: Sums = {
    normal: new Float64Array(PARAMETERS * PARAMETERS),
    right: new Float64Array(PARAMETERS),
    products: new Float64Array(PAIRS ** 2),
    residuals: new Float32Array(Math.ceil(query.width / STEP) * Math.ceil(query.height / STEP)),
    count: 0,
  };
  let current = start;
  let width = 4 * WIDTH_MIN;
  for (let iteration = 0; iteration < ITERATIONS_MAX; iteration++) {
    accumulate(query, sampler, current, toUnitQuery, toUnitReference, width, sums);
    if (sums.count < SAMPLES_MIN) return start;
    const step = solve(sums.normal, sums.right);
    const nextUnit: Homography | null = step && normalized(unit.map((value, k) => value + (step[k] ?? 0)));
    const nextLeft = nextUnit && compose(fromUnitReference, nextUnit);
    const next = nextLeft && compose(nextLeft, toUnitQuery);
    if (!next || !nextUnit) return start;
    const movement = cornerMovement(current, next, query);
    if (!(movement < STEP_MAX_PX)) return start;
    current = next;
    unit = nextUnit;
    if (movement < CONVERGED_PX) break;
    const middle = ranked(sums.residuals.subarray(0, sums.count), sums.count >> 1) as number;
    width = Math.max(WIDTH_MIN, 1.5 * middle);
  }
  return current;
}

/** Products of two of three: the row and column of a symmetric matrix. */
const PAIRS = 6;
const PAIR_OF = [
  [0, 1, 2],
  [1, 3, 4],
  [2, 4, 5],
] as const;

/**
 * Fills the normal equations of one step; coordinates of both pictures in units, see `conditioning`. With g_w = -(g_x u + g_y v) a row
 * of the system is (g_x (x, y, 1), g_y (x, y, 1), g_w (x, y)), so that what is summed are the six products of two g with the monomials
 * up to x^2, and along a line of pixels only those in x.
 */
// Spelt out: the sums of a line stay in registers, for which they must be variables of one function.
// oxlint-disable-next-line max-lines-per-function
function accumulate(
  query: Plane,
  sampler: Sampler,
  [h0, h1, h2, h3, h4, h5, h6, h7, h8]: Homography,
  unitQuery: Homography,
  unitReference: Homography,
  width: number,
  sums: Sums,
): void {
  const { products, right, residuals } = sums;
  const { reference, gradientX, gradientY } = sampler;
  const { width: columns, height: rows, data } = reference;
  const [rightEnd, bottomEnd] = [columns - 2, rows - 2];
  const [unitX, startX, unitY, startY] = [unitQuery[0], unitQuery[2], unitQuery[4], unitQuery[5]];
  const [unitU, startU, unitV, startV] = [unitReference[0], unitReference[2], unitReference[4], unitReference[5]];
  const perWidth = 1 / width;
  // The conditioned homography has its last entry 1, so its denominator is that of `h` relative to the query's middle; and gradients
  // are per unit of the reference's conditioned frame.
  const middle = (h8 + h6 * -(startX / unitX) + h7 * -(startY / unitY)) / unitU;
  products.fill(0);
  right.fill(0);
  let seen = 0;
  for (let y = 0; y < query.height; y += STEP) {
    // Not `let [xx, ...] = [...]`: what is unpacked so is a number on the heap, made anew by every addition.
    let xx0 = 0;
    let xx1 = 0;
    let xx2 = 0;
    let xy0 = 0;
    let xy1 = 0;
    let xy2 = 0;
    let xw0 = 0;
    let xw1 = 0;
    let xw2 = 0;
    let yy0 = 0;
    let yy1 = 0;
    let yy2 = 0;
    let yw0 = 0;
    let yw1 = 0;
    let yw2 = 0;
    let ww0 = 0;
    let ww1 = 0;
    let ww2 = 0;
    let ex0 = 0;
    let ex1 = 0;
    let ey0 = 0;
    let ey1 = 0;
    let ew0 = 0;
    let ew1 = 0;
    const line = y * query.width;
    for (let x = 0; x < query.width; x += STEP) {
      const w = h6 * x + h7 * y + h8;
      const u = (h0 * x + h1 * y + h2) / w;
      const v = (h3 * x + h4 * y + h5) / w;
      if (!(u >= 1 && v >= 1 && u < rightEnd && v < bottomEnd)) continue;
      const left = Math.floor(u);
      const top = Math.floor(v);
      const fx = u - left;
      const fy = v - top;
      const at = top * columns + left;
      const error = (query.data[line + x] as number) - bilinear(data, at, columns, fx, fy);
      residuals[seen++] = Math.abs(error);
      const relative = error * perWidth;
      const weight = 1 / (1 + relative * relative);
      const perUnit = middle / w;
      const gx = bilinear(gradientX, at, columns, fx, fy) * perUnit;
      const gy = bilinear(gradientY, at, columns, fx, fy) * perUnit;
      const gw = -(gx * (unitU * u + startU) + gy * (unitV * v + startV));
      const ux = unitX * x + startX;
      const wx = weight * gx;
      const wy = weight * gy;
      const wg = weight * gw;
      const xx = wx * gx;
      const xy = wx * gy;
      const xw = wx * gw;
      const yy = wy * gy;
      const yw = wy * gw;
      const ww = wg * gw;
      const square = ux * ux;
      xx0 += xx;
      xx1 += xx * ux;
      xx2 += xx * square;
      xy0 += xy;
      xy1 += xy * ux;
      xy2 += xy * square;
      xw0 += xw;
      xw1 += xw * ux;
      xw2 += xw * square;
      yy0 += yy;
      yy1 += yy * ux;
      yy2 += yy * square;
      yw0 += yw;
      yw1 += yw * ux;
      yw2 += yw * square;
      ww0 += ww;
      ww1 += ww * ux;
      ww2 += ww * square;
      const ex = wx * error;
      const ey = wy * error;
      const ew = wg * error;
      ex0 += ex;
      ex1 += ex * ux;
      ey0 += ey;
      ey1 += ey * ux;
      ew0 += ew;
      ew1 += ew * ux;
    }
    const uy = unitY * y + startY;
    addLine(products, 0, xx0, xx1, xx2, uy);
    addLine(products, 1, xy0, xy1, xy2, uy);
    addLine(products, 2, xw0, xw1, xw2, uy);
    addLine(products, 3, yy0, yy1, yy2, uy);
    addLine(products, 4, yw0, yw1, yw2, uy);
    addLine(products, 5, ww0, ww1, ww2, uy);
    addErrors(right, 0, ex0, ex1, uy);
    addErrors(right, 3, ey0, ey1, uy);
    addErrors(right, 6, ew0, ew1, uy);
  }
  sums.count = seen;
  fillNormal(products, sums.normal);
}

/** Adds to the sums of one product of gradients with x^2, x y, x, y^2, y and 1 what a line of pixels adds to those with 1, x and x^2. */
function addLine(products: Float64Array, product: number, s0: number, s1: number, s2: number, y: number): void {
  const at = PAIRS * product;
  products[at] = (products[at] as number) + s2;
  products[at + 1] = (products[at + 1] as number) + y * s1;
  products[at + 2] = (products[at + 2] as number) + s1;
  products[at + 3] = (products[at + 3] as number) + y * y * s0;
  products[at + 4] = (products[at + 4] as number) + y * s0;
  products[at + 5] = (products[at + 5] as number) + s0;
}

/** Adds to the right side, at x, y and, but for g_w, 1. */
function addErrors(right: Float64Array, at: number, s0: number, s1: number, y: number): void {
  right[at] = (right[at] as number) + s1;
  right[at + 1] = (right[at + 1] as number) + y * s0;
  if (at + 2 < right.length) right[at + 2] = (right[at + 2] as number) + s0;
}

/** The upper triangle of the normal equations. */
function fillNormal(products: Float64Array, normal: Float64Array): void {
  for (let j = 0; j < PARAMETERS; j++)
    for (let k = j; k < PARAMETERS; k++) {
      const product = PAIR_OF[Math.floor(j / 3) as 0 | 1 | 2][Math.floor(k / 3) as 0 | 1 | 2];
      const monomial = PAIR_OF[(j % 3) as 0 | 1 | 2][(k % 3) as 0 | 1 | 2];
      normal[j * PARAMETERS + k] = products[PAIRS * product + monomial] as number;
    }
}

/** Of four neighbours, the first at `at`; `fx` and `fy` of the way to the others. */
export function bilinear(data: Float32Array, at: number, stride: number, fx: number, fy: number): number {
  const above = (data[at] as number) * (1 - fx) + (data[at + 1] as number) * fx;
  const below = (data[at + stride] as number) * (1 - fx) + (data[at + stride + 1] as number) * fx;
  return above * (1 - fy) + below * fy;
}

/** Relative ridge that keeps a picture with edges of one direction only from drifting along them. */
const RIDGE = 1e-4;

/** Solves the symmetric system (upper triangle given) by Cholesky decomposition; null if it is not positive. */
function solve(normal: Float64Array, right: Float64Array): Float64Array | null {
  const n = PARAMETERS;
  let trace = 0;
  for (let k = 0; k < n; k++) trace += normal[k * n + k] as number;
  const lower = new Float64Array(n * n);
  for (let i = 0; i < n; i++)
    for (let j = 0; j <= i; j++) {
      let sum = (normal[j * n + i] as number) + (i === j ? (RIDGE * trace) / n : 0);
      for (let k = 0; k < j; k++) sum -= (lower[i * n + k] as number) * (lower[j * n + k] as number);
      if (i !== j) lower[i * n + j] = sum / (lower[j * n + j] as number);
      else if (sum > 0) lower[i * n + i] = Math.sqrt(sum);
      else return null;
    }
  const out = right.slice();
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) out[i] = (out[i] as number) - (lower[i * n + k] as number) * (out[k] as number);
    out[i] = (out[i] as number) / (lower[i * n + i] as number);
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) out[i] = (out[i] as number) - (lower[k * n + i] as number) * (out[k] as number);
    out[i] = (out[i] as number) / (lower[i * n + i] as number);
  }
  return out;
}
