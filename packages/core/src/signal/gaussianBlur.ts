/**
 * Separable Gaussian blur of a plane:
 *     out = g_sigma * in,   g_sigma[n] = exp(-n^2 / (2 sigma^2)) / Z,   |n| <= ceil(truncate * sigma),   sum g = 1.
 * Beyond the border the plane is mirrored without repeating the border sample ("reflect 101": ... 2 1 | 0 1 2 ...).
 * Source: Lowe 2004, section 3; border and truncation as in OpenCV's GaussianBlur for floating-point planes.
 * @module
 */
import { type Plane, plane } from '../raster.ts';

/** Radius of the kernel in standard deviations: the tail beyond 4 sigma holds 6e-5 of the weight. */
const TRUNCATE_SIGMAS = 4;

export interface BlurOptions {
  /** Radius of the kernel in standard deviations; default 4. */
  readonly truncate?: number;
  /** Receives the result; may be the input plane itself. Default: a new plane. */
  readonly out?: Plane;
}

/** @param sigma standard deviation in pixels, > 0. @throws {RangeError} if sigma is not positive or `out` differs in size. */
export function gaussianBlur(input: Plane, sigma: number, options: BlurOptions = {}): Plane {
  if (!(sigma > 0)) throw new RangeError(`gaussianBlur: sigma must be > 0, got ${sigma}`);
  const out = options.out ?? plane(input.width, input.height);
  if (out.width !== input.width || out.height !== input.height)
    throw new RangeError('gaussianBlur: `out` must have the size of the input');
  const half = gaussianHalfKernel(sigma, options.truncate ?? TRUNCATE_SIGMAS);
  const rows = plane(input.width, input.height);
  blurRows(input, half, rows);
  blurColumns(rows, half, out);
  return out;
}

/** g[0..radius] of the symmetric kernel; g[0] + 2 sum g[n > 0] = 1. */
export function gaussianHalfKernel(sigma: number, truncate = TRUNCATE_SIGMAS): Float64Array {
  const radius = Math.max(1, Math.ceil(truncate * sigma));
  const half = new Float64Array(radius + 1);
  let total = 0;
  for (let n = 0; n <= radius; n++) {
    const weight = Math.exp((-n * n) / (2 * sigma * sigma));
    half[n] = weight;
    total += n === 0 ? weight : 2 * weight;
  }
  for (let n = 0; n <= radius; n++) half[n] = (half[n] as number) / total;
  return half;
}

/** Index of the mirrored sample, for any integer `i`; period 2 (length - 1). */
function mirror(i: number, length: number): number {
  if (length === 1) return 0;
  const period = 2 * (length - 1);
  const folded = ((i % period) + period) % period;
  return folded < length ? folded : period - folded;
}

function blurRows(input: Plane, half: Float64Array, out: Plane): void {
  const { width, height } = input;
  const radius = half.length - 1;
  const padded = new Float32Array(width + 2 * radius);
  const centre = half[0] as number;
  for (let y = 0; y < height; y++) {
    const row = y * width;
    for (let n = -radius; n < 0; n++) padded[radius + n] = input.data[row + mirror(n, width)] as number;
    padded.set(input.data.subarray(row, row + width), radius);
    for (let n = 0; n < radius; n++) padded[radius + width + n] = input.data[row + mirror(width + n, width)] as number;
    for (let x = 0; x < width; x++) {
      const middle = x + radius;
      let sum = centre * (padded[middle] as number);
      for (let n = 1; n <= radius; n++)
        sum += (half[n] as number) * ((padded[middle - n] as number) + (padded[middle + n] as number));
      out.data[row + x] = sum;
    }
  }
}

/** Adds whole rows, two taps of each side per sweep, so that memory is walked in order. */
function blurColumns(input: Plane, half: Float64Array, out: Plane): void {
  const { width, height, data } = input;
  const radius = half.length - 1;
  const sums = new Float64Array(width);
  for (let y = 0; y < height; y++) {
    const centre = half[0] as number;
    const row = y * width;
    for (let x = 0; x < width; x++) sums[x] = centre * (data[row + x] as number);
    for (let n = 1; n <= radius; n += 2) {
      const near = half[n] as number;
      const far = n < radius ? (half[n + 1] as number) : 0;
      const above = mirror(y - n, height) * width;
      const below = mirror(y + n, height) * width;
      const aboveFar = mirror(y - n - 1, height) * width;
      const belowFar = mirror(y + n + 1, height) * width;
      for (let x = 0; x < width; x++)
        sums[x] =
          (sums[x] as number) +
          near * ((data[above + x] as number) + (data[below + x] as number)) +
          far * ((data[aboveFar + x] as number) + (data[belowFar + x] as number));
    }
    out.data.set(sums, row);
  }
}
