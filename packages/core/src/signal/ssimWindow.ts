/**
 * Mean structural similarity over windows, row by row:
 *     SSIM = (2 mu_a mu_b + C1)(2 s_ab + C2) / ((mu_a^2 + mu_b^2 + C1)(s_a^2 + s_b^2 + C2)),
 * moments under an 11 x 11 Gaussian of sigma 1.5. The window is separable: every row of windows takes one weighted sum
 * of 11 picture rows, then one of 11 columns, so rows of windows that are not looked at cost nothing.
 * Source: Wang, Bovik, Sheikh, Simoncelli 2004, eq. (13) and section III.C.
 * @module
 */
import type { KernelMemory, Pointer } from '../kernels/kernelMemory.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { gaussianHalfKernel } from './blur/gaussianBlur.ts';

/** Window of Wang et al. 2004, section III.C: 11 x 11 Gaussian, sigma 1.5. */
const SSIM_SIGMA = 1.5;
export const SSIM_RADIUS = 5;
/** Middle of the range: the kernel sums squares around it, and keeps more of small variances in single precision. */
const CENTRE = 128;
const SSIM_TAPS = 2 * SSIM_RADIUS + 1;
/** Radius over sigma, a little under 10 / 3 so that the kernel's radius rounds up to 5. */
const SSIM_TRUNCATE = 3.3;
const KERNEL = gaussianHalfKernel(SSIM_SIGMA, SSIM_TRUNCATE);
/** Stabilising constants of Wang et al. 2004: (K L)^2 with K1 = 0.01, K2 = 0.03, L = 255. */
const C1 = (0.01 * 255) ** 2;
const C2 = (0.03 * 255) ** 2;

/** Samples of two pictures of `width` columns, and room for what is worked out of them. */
export interface WindowBand {
  readonly width: number;
  readonly a: Float32Array;
  readonly b: Float32Array;
  /** a^2 + b^2 and a b, filled by `fillProducts`. */
  readonly squares: Float32Array;
  readonly product: Float32Array;
  /** Weighted row sums of a, b, squares and product. */
  readonly sums: readonly [Float32Array, Float32Array, Float32Array, Float32Array];
}

export function windowBand(width: number, rowsMax: number): Omit<WindowBand, 'a' | 'b'> {
  const row = (): Float32Array => new Float32Array(width);
  return {
    width,
    squares: new Float32Array(width * rowsMax),
    product: new Float32Array(width * rowsMax),
    sums: [row(), row(), row(), row()],
  };
}

export function fillProducts({ a, b, squares, product }: WindowBand): void {
  for (let i = 0; i < a.length; i++) {
    const va = a[i] as number;
    const vb = b[i] as number;
    squares[i] = va * va + vb * vb;
    product[i] = va * vb;
  }
}

/**
 * Sum of SSIM over the windows centred on row `y` of the band, columns `from` to `to` - 1.
 * Rows beyond the band of `height` rows, and columns beyond the width, are mirrored ("reflect 101").
 */
export function ssimOfRow(band: WindowBand, height: number, y: number, from: number, to: number): number {
  const { width, a, b, squares, product, sums } = band;
  const rows = Int32Array.from({ length: SSIM_TAPS }, (_, n) => mirror(y + n - SSIM_RADIUS, height) * width);
  weighRows(a, rows, sums[0]);
  weighRows(b, rows, sums[1]);
  weighRows(squares, rows, sums[2]);
  weighRows(product, rows, sums[3]);
  return from >= SSIM_RADIUS ? sumInside(sums, from, to) : sumMirrored(sums, from, to);
}

/** out[x] = sum_n g[n] data[rows[n] + x]. */
function weighRows(data: Float32Array, rows: Int32Array, out: Float32Array): void {
  const [k0, k1, k2, k3, k4, k5] = KERNEL as unknown as readonly [number, number, number, number, number, number];
  const [p0, p1, p2, p3, p4] = [
    rows[0] as number,
    rows[1] as number,
    rows[2] as number,
    rows[3] as number,
    rows[4] as number,
  ];
  const p5 = rows[5] as number;
  const [p6, p7, p8, p9, p10] = [
    rows[6] as number,
    rows[7] as number,
    rows[8] as number,
    rows[9] as number,
    rows[10] as number,
  ];
  for (let x = 0; x < out.length; x++)
    out[x] =
      k0 * (data[p5 + x] as number) +
      k1 * ((data[p4 + x] as number) + (data[p6 + x] as number)) +
      k2 * ((data[p3 + x] as number) + (data[p7 + x] as number)) +
      k3 * ((data[p2 + x] as number) + (data[p8 + x] as number)) +
      k4 * ((data[p1 + x] as number) + (data[p9 + x] as number)) +
      k5 * ((data[p0 + x] as number) + (data[p10 + x] as number));
}

/** Windows that lie inside the row. */
function sumInside([a, b, squares, product]: WindowBand['sums'], from: number, to: number): number {
  let sum = 0;
  for (let x = from; x < to; x++)
    sum += similarity(weighColumns(a, x), weighColumns(b, x), weighColumns(squares, x), weighColumns(product, x));
  return sum;
}

/** sum_n g[n] row[x + n]. */
function weighColumns(row: Float32Array, x: number): number {
  return (
    (KERNEL[0] as number) * (row[x] as number) +
    (KERNEL[1] as number) * ((row[x - 1] as number) + (row[x + 1] as number)) +
    (KERNEL[2] as number) * ((row[x - 2] as number) + (row[x + 2] as number)) +
    (KERNEL[3] as number) * ((row[x - 3] as number) + (row[x + 3] as number)) +
    (KERNEL[4] as number) * ((row[x - 4] as number) + (row[x + 4] as number)) +
    (KERNEL[5] as number) * ((row[x - 5] as number) + (row[x + 5] as number))
  );
}

/** Windows that reach over the ends: of pictures narrower than a window. */
function sumMirrored(sums: WindowBand['sums'], from: number, to: number): number {
  const width = sums[0].length;
  const means = new Float64Array(sums.length);
  let sum = 0;
  for (let x = from; x < to; x++) {
    for (const [i, row] of sums.entries()) {
      let mean = 0;
      for (let n = -SSIM_RADIUS; n <= SSIM_RADIUS; n++)
        mean += (KERNEL[Math.abs(n)] as number) * (row[mirror(x + n, width)] as number);
      means[i] = mean;
    }
    sum += similarity(means[0] as number, means[1] as number, means[2] as number, means[3] as number);
  }
  return sum;
}

/** SSIM of one window from E[a], E[b], E[a^2 + b^2], E[ab]. */
function similarity(meanA: number, meanB: number, squares: number, product: number): number {
  const cross = meanA * meanB;
  const own = meanA * meanA + meanB * meanB;
  return ((2 * cross + C1) * (2 * (product - cross) + C2)) / ((own + C1) * (squares - own + C2));
}

/** Index of the mirrored sample; period 2 (length - 1). */
function mirror(i: number, length: number): number {
  if (i >= 0 && i < length) return i;
  if (length === 1) return 0;
  const period = 2 * (length - 1);
  const folded = ((i % period) + period) % period;
  return folded < length ? folded : period - folded;
}

/** Sums SSIM over one row of windows; takes the first of eleven rows of either picture. */
export type SsimRow = (a: Pointer, b: Pointer) => number;

/** The kernel for pictures of `width` columns; reads up to three samples beyond the last row. */
export function ssimRowInMemory(width: number, kernels: Kernels, memory: KernelMemory): SsimRow {
  const sumBytes = 4 * (width + 8);
  const weights = memory.copyIn(Float32Array.from(KERNEL));
  const sums = memory.reserve(4 * sumBytes);
  return (a, b) => kernels.ssimRow(a, b, 4 * width, sumBytes, width, weights, CENTRE, C1, C2, sums);
}

/**
 * Sums of SSIM over rows of windows, by the kernel. Room for bands of `rowsMax` rows is reserved once.
 * @returns takes two bands of equally many rows, and sums over the windows centred on row 5, 5 + step, ... inside them
 */
export function windowRowsInMemory(
  width: number,
  rowsMax: number,
  kernels: Kernels,
  memory: KernelMemory,
): (a: Float32Array, b: Float32Array, step: number) => number {
  // The kernel goes by vectors of four.
  const bytes = 4 * (rowsMax * width + 4);
  const [atA, atB] = [memory.reserve(bytes), memory.reserve(bytes)];
  const ssimRow = ssimRowInMemory(width, kernels, memory);
  return (a, b, step) => {
    memory.floats(atA, a.length).set(a);
    memory.floats(atB, b.length).set(b);
    const rows = a.length / width;
    let sum = 0;
    for (let y = 0; y < rows - 2 * SSIM_RADIUS; y += step) sum += ssimRow(atA + 4 * y * width, atB + 4 * y * width);
    return sum;
  };
}
