/**
 * Approximate Gaussian blur in constant time per sample whatever sigma: three extended box filters one after the other.
 * A box of real length 2 (r + alpha) + 1 weighs its outermost samples with alpha, so any variance can be met exactly:
 *     r = floor((sqrt(12 sigma^2 / 3 + 1) - 1) / 2),
 *     alpha = (2 r + 1) (r (r + 1) - sigma^2) / (6 (sigma^2 / 3 - (r + 1)^2)).
 * Largest error of the impulse response about 3 % of its peak. For means and local energies; where the kernel itself
 * matters (SSIM, feature detection) take gaussianBlur.ts. Borders are mirrored without repeating the border sample.
 * Source: Gwosdek, Grewenig, Bruhn, Weickert 2011, eqs. (6)-(8).
 * @module
 */
import { type Plane, plane } from '../raster.ts';

const PASSES = 3;

interface ExtendedBox {
  readonly radius: number;
  /** Weight of the two samples beyond the radius, in [0, 1). */
  readonly alpha: number;
}

/** The box whose threefold application has the variance sigma^2. */
export function extendedBox(sigma: number): ExtendedBox {
  const variance = (sigma * sigma) / PASSES;
  const radius = Math.floor((Math.sqrt(12 * variance + 1) - 1) / 2);
  const alpha = ((2 * radius + 1) * (radius * (radius + 1) - 3 * variance)) / (6 * (variance - (radius + 1) ** 2));
  return { radius, alpha };
}

/** @param sigma standard deviation in pixels, > 0. @returns a new plane. @throws {RangeError} if sigma is not positive */
export function stackedBlur(input: Plane, sigma: number): Plane {
  if (!(sigma > 0)) throw new RangeError(`stackedBlur: sigma must be > 0, got ${sigma}`);
  const { width, height } = input;
  const box = extendedBox(sigma);
  const out = plane(width, height);
  blurRows(input.data, width, box, out.data);
  const spare = new Float32Array(width * height);
  // Three passes down the columns need two buffers: out -> spare -> out -> spare.
  blurColumns(out.data, width, height, box, spare);
  blurColumns(spare, width, height, box, out.data);
  blurColumns(out.data, width, height, box, spare);
  return { width, height, data: spare };
}

/** All three passes of a row at once, while it is in the cache. */
function blurRows(input: Float32Array, width: number, { radius, alpha }: ExtendedBox, out: Float32Array): void {
  const margin = radius + 1;
  const padded = new Float64Array(width + 2 * margin);
  const scale = 1 / (2 * radius + 1 + 2 * alpha);
  for (let start = 0; start < input.length; start += width) {
    for (let x = 0; x < width; x++) padded[margin + x] = input[start + x] as number;
    for (let pass = 0; pass < PASSES; pass++) {
      mirrorEnds(padded, width, margin);
      let sum = alpha * ((padded[0] as number) + (padded[2 * margin] as number));
      for (let i = 1; i < 2 * margin; i++) sum += padded[i] as number;
      for (let x = 0; x < width; x++) {
        out[start + x] = sum * scale;
        const entering = padded[x + 2 * margin] as number;
        const leaving = padded[x + 1] as number;
        sum += (1 - alpha) * (entering - leaving);
        if (x + 1 < width) sum += alpha * ((padded[x + 1 + 2 * margin] as number) - (padded[x] as number));
      }
      for (let x = 0; x < width; x++) padded[margin + x] = out[start + x] as number;
    }
  }
}

function mirrorEnds(padded: Float64Array, width: number, margin: number): void {
  for (let i = 1; i <= margin; i++) {
    padded[margin - i] = padded[margin + reflect(-i, width)] as number;
    padded[margin + width - 1 + i] = padded[margin + reflect(width - 1 + i, width)] as number;
  }
}

/** One pass down the columns: one running sum for each, updated by whole rows. */
function blurColumns(
  input: Float32Array,
  width: number,
  height: number,
  { radius, alpha }: ExtendedBox,
  out: Float32Array,
): void {
  const sums = new Float64Array(width);
  const scale = 1 / (2 * radius + 1 + 2 * alpha);
  for (let i = -radius - 1; i <= radius + 1; i++) {
    const weight = Math.abs(i) > radius ? alpha : 1;
    const row = reflect(i, height) * width;
    for (let x = 0; x < width; x++) sums[x] = (sums[x] as number) + weight * (input[row + x] as number);
  }
  for (let y = 0; y < height; y++) {
    const entering = reflect(y + radius + 1, height) * width;
    const enteringEdge = reflect(y + radius + 2, height) * width;
    const leaving = reflect(y - radius, height) * width;
    const leavingEdge = reflect(y - radius - 1, height) * width;
    const row = y * width;
    for (let x = 0; x < width; x++) {
      const sum = sums[x] as number;
      out[row + x] = sum * scale;
      sums[x] =
        sum +
        (1 - alpha) * ((input[entering + x] as number) - (input[leaving + x] as number)) +
        alpha * ((input[enteringEdge + x] as number) - (input[leavingEdge + x] as number));
    }
  }
}

function reflect(i: number, length: number): number {
  if (i >= 0 && i < length) return i;
  if (length === 1) return 0;
  const period = 2 * (length - 1);
  const folded = ((i % period) + period) % period;
  return folded < length ? folded : period - folded;
}
