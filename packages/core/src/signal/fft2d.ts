/**
 * Two-dimensional discrete Fourier transform of a complex array whose sides are powers of two:
 *     F[v,u] = sum_yx f[y,x] exp(-2 pi i (u x / width + v y / height)),
 * by rows, then columns, each with the radix-4 transform of fft.js.
 * @module
 */
// Packages that run the source of the core must see these types too.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./fftjs.d.ts" />
import FFT from 'fft.js';

/** Row-major, real and imaginary parts interleaved: sample (y, x) stands at 2 (y width + x). */
export interface ComplexPlane {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

const plans = new Map<number, FFT>();

/** The tables of a length are made once; the plan keeps no state between calls. */
function planOf(length: number): FFT {
  let plan = plans.get(length);
  if (!plan) {
    plan = new FFT(length);
    plans.set(length, plan);
  }
  return plan;
}

/** Columns transformed together: 16 interleaved samples are 128 bytes, two cache lines. */
const COLUMN_BLOCK = 16;

/**
 * Transforms in place.
 * @param isZeroRow tells rows that hold only zeros, whose transform is zero and is skipped (zero padding)
 * @throws {Error} of fft.js if a side is not a power of two greater than 1
 */
export function fft2d(plane: ComplexPlane, isZeroRow: (y: number) => boolean = () => false): void {
  const { width, height, data } = plane;
  const rowPlan = planOf(width);
  const row = new Float64Array(2 * width);
  for (let y = 0; y < height; y++) {
    if (isZeroRow(y)) continue;
    const samples = data.subarray(2 * y * width, 2 * (y + 1) * width);
    rowPlan.transform(row, samples);
    samples.set(row);
  }
  transformColumns(plane, planOf(height));
}

/** Gathers a block of columns, transforms each and scatters them back, so that every cache line is read once. */
function transformColumns({ width, height, data }: ComplexPlane, plan: FFT): void {
  const columns = Math.min(COLUMN_BLOCK, width);
  const gathered = Array.from({ length: columns }, () => new Float64Array(2 * height));
  const transformed = Array.from({ length: columns }, () => new Float64Array(2 * height));
  for (let left = 0; left < width; left += columns) {
    for (let y = 0; y < height; y++)
      for (let c = 0, p = 2 * (y * width + left); c < columns; c++, p += 2) {
        const column = gathered[c] as Float64Array;
        column[2 * y] = data[p] as number;
        column[2 * y + 1] = data[p + 1] as number;
      }
    for (let c = 0; c < columns; c++) plan.transform(transformed[c] as Float64Array, gathered[c] as Float64Array);
    for (let y = 0; y < height; y++)
      for (let c = 0, p = 2 * (y * width + left); c < columns; c++, p += 2) {
        const column = transformed[c] as Float64Array;
        data[p] = column[2 * y] as number;
        data[p + 1] = column[2 * y + 1] as number;
      }
  }
}
