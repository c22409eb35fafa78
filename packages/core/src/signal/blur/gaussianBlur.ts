/**
 * Separable Gaussian blur of a plane:
 *     out = g_sigma * in,   g_sigma[n] = exp(-n^2 / (2 sigma^2)) / Z,   |n| <= ceil(truncate * sigma),   sum g = 1.
 * Beyond the border the plane is mirrored without repeating the border sample ("reflect 101": ... 2 1 | 0 1 2 ...).
 * Source: Lowe 2004, section 3; border and truncation as in OpenCV's GaussianBlur for floating-point planes.
 * @module
 */
import type { KernelMemory, Pointer } from '../../kernels/kernelMemory.ts';
import { type Kernels, withKernels } from '../../kernels/kernels.ts';
import { type Plane, plane, type Size } from '../../raster.ts';

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
  if (!fitsKernel(input)) return blurScalar(input, half, out);
  return withKernels(
    (kernels, memory) => {
      const at = memory.copyIn(input.data);
      gaussianInMemory({ kernels, memory }, input, at, at, half);
      out.data.set(memory.floats(at, out.data.length));
      return out;
    },
    () => blurScalar(input, half, out),
  );
}

/** Planes that are narrower or lower are blurred by the scalar loops. */
export const fitsKernel = ({ width, height }: Size): boolean => width >= 4 && height >= 2;

/** The blur of a plane that lies in the kernels' memory, to `out`, which may be `input`. @param half see `gaussianHalfKernel` */
export function gaussianInMemory(
  { kernels, memory }: { readonly kernels: Kernels; readonly memory: KernelMemory },
  { width, height }: Size,
  input: Pointer,
  out: Pointer,
  half: Float64Array,
): void {
  memory.frame(() => {
    const radius = half.length - 1;
    const spare = memory.reserve(4 * width * height);
    const scratch = memory.reserve(kernels.gaussianScratchBytes(width, radius));
    const weights = memory.copyIn(Float32Array.from(half));
    kernels.gaussianPlane(input, out, spare, scratch, width, height, weights, radius);
  });
}

/** Scalar fallback of the kernel. */
function blurScalar(input: Plane, half: Float64Array, out: Plane): Plane {
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

/*
 * Both passes add four taps of each side per sweep over a line: the sum stays in a register four times as long, and
 * memory is walked in order. One tap per sweep takes 1.7 times as long (measured). Taps beyond the kernel weigh 0.
 */
const TAPS_PER_SWEEP = 4;

function blurRows(input: Plane, half: Float64Array, out: Plane): void {
  const { width, height, data } = input;
  const target = out.data;
  const radius = half.length - 1;
  const margin = radius + TAPS_PER_SWEEP;
  const padded = new Float32Array(width + 2 * margin);
  const centre = half[0] as number;
  for (let y = 0; y < height; y++) {
    const row = y * width;
    padded.set(data.subarray(row, row + width), margin);
    for (let n = 1; n <= radius; n++) {
      padded[margin - n] = data[row + mirror(-n, width)] as number;
      padded[margin + width - 1 + n] = data[row + mirror(width - 1 + n, width)] as number;
    }
    for (let x = 0; x < width; x++) target[row + x] = centre * (padded[margin + x] as number);
    for (let n = 1; n <= radius; n += TAPS_PER_SWEEP) {
      const [k0, k1, k2, k3] = tapsFrom(half, n);
      let l = margin - n;
      let r = margin + n;
      for (let p = row; p < row + width; p++, l++, r++)
        target[p] =
          (target[p] as number) +
          k0 * ((padded[l] as number) + (padded[r] as number)) +
          k1 * ((padded[l - 1] as number) + (padded[r + 1] as number)) +
          k2 * ((padded[l - 2] as number) + (padded[r + 2] as number)) +
          k3 * ((padded[l - 3] as number) + (padded[r + 3] as number));
    }
  }
}

function blurColumns(input: Plane, half: Float64Array, out: Plane): void {
  const { width, height, data } = input;
  const target = out.data;
  const radius = half.length - 1;
  const centre = half[0] as number;
  for (let y = 0; y < height; y++) {
    const row = y * width;
    // Distance in memory from a sample of this row to the one of row `j` above or below it.
    const to = (j: number) => mirror(j, height) * width - row;
    for (let p = row; p < row + width; p++) target[p] = centre * (data[p] as number);
    for (let n = 1; n <= radius; n += TAPS_PER_SWEEP) {
      const [k0, k1, k2, k3] = tapsFrom(half, n);
      const [a0, a1, a2, a3] = [to(y - n), to(y - n - 1), to(y - n - 2), to(y - n - 3)];
      const [b0, b1, b2, b3] = [to(y + n), to(y + n + 1), to(y + n + 2), to(y + n + 3)];
      for (let p = row; p < row + width; p++)
        target[p] =
          (target[p] as number) +
          k0 * ((data[p + a0] as number) + (data[p + b0] as number)) +
          k1 * ((data[p + a1] as number) + (data[p + b1] as number)) +
          k2 * ((data[p + a2] as number) + (data[p + b2] as number)) +
          k3 * ((data[p + a3] as number) + (data[p + b3] as number));
    }
  }
}

function tapsFrom(half: Float64Array, n: number): readonly [number, number, number, number] {
  return [half[n] ?? 0, half[n + 1] ?? 0, half[n + 2] ?? 0, half[n + 3] ?? 0];
}
