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
  readonly row: Float64Array;
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
    row: new Float64Array(PARAMETERS),
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

/** Fills the normal equations of one step; coordinates of both pictures in units, see `conditioning`. */
function accumulate(
  query: Plane,
  sampler: Sampler,
  h: Homography,
  unitQuery: Homography,
  unitReference: Homography,
  width: number,
  sums: Sums,
): void {
  const { normal, right, row, residuals } = sums;
  const { reference, gradientX, gradientY } = sampler;
  const { width: columns, height: rows, data } = reference;
  const scale = unitReference[0];
  const w0 = h[8] + h[6] * -(unitQuery[2] / unitQuery[0]) + h[7] * -(unitQuery[5] / unitQuery[4]);
  normal.fill(0);
  right.fill(0);
  sums.count = 0;
  for (let y = 0; y < query.height; y += STEP)
    for (let x = 0; x < query.width; x += STEP) {
      const w = h[6] * x + h[7] * y + h[8];
      const u = (h[0] * x + h[1] * y + h[2]) / w;
      const v = (h[3] * x + h[4] * y + h[5]) / w;
      if (!(u >= 1 && v >= 1 && u < columns - 2 && v < rows - 2)) continue;
      const left = Math.floor(u);
      const top = Math.floor(v);
      const fx = u - left;
      const fy = v - top;
      const at = top * columns + left;
      const error = (query.data[y * query.width + x] as number) - bilinear(data, at, columns, fx, fy);
      residuals[sums.count++] = Math.abs(error);
      const weight = 1 / (1 + (error / width) ** 2);
      // Gradients per unit of the reference's conditioned frame.
      const gx = bilinear(gradientX, at, columns, fx, fy) / scale;
      const gy = bilinear(gradientY, at, columns, fx, fy) / scale;
      const ux = unitQuery[0] * x + unitQuery[2];
      const uy = unitQuery[4] * y + unitQuery[5];
      // The conditioned homography has its last entry 1, so its denominator is that of `h` relative to the query's middle.
      const denominator = w / w0;
      const pu = unitReference[0] * u + unitReference[2];
      const pv = unitReference[4] * v + unitReference[5];
      const along = -(gx * pu + gy * pv);
      row[0] = (gx * ux) / denominator;
      row[1] = (gx * uy) / denominator;
      row[2] = gx / denominator;
      row[3] = (gy * ux) / denominator;
      row[4] = (gy * uy) / denominator;
      row[5] = gy / denominator;
      row[6] = (along * ux) / denominator;
      row[7] = (along * uy) / denominator;
      for (let j = 0; j < PARAMETERS; j++) {
        const weighted = weight * (row[j] as number);
        right[j] = (right[j] as number) + weighted * error;
        for (let k = j; k < PARAMETERS; k++)
          normal[j * PARAMETERS + k] = (normal[j * PARAMETERS + k] as number) + weighted * (row[k] as number);
      }
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
