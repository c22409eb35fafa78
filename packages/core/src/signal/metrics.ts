/**
 * How much a mark changed a picture: PSNR over the colour samples, SSIM over luma.
 * @module
 */
import { luma, type Plane, type Raster } from '../raster.ts';
import { gaussianBlur } from './gaussianBlur.ts';

/** PSNR of equal pictures, which is infinite, is reported as this many dB (finite numbers only in answers). */
export const PSNR_IDENTICAL_DB = 99;

/**
 * Peak signal-to-noise ratio over grey or R, G, B (alpha is left out), dB:
 *     PSNR = 10 log10(peak^2 / mean((a - b)^2)),   peak = 255 or 65535,   at most PSNR_IDENTICAL_DB.
 * @throws {RangeError} if the pictures differ in shape or depth
 */
export function psnr(reference: Raster, changed: Raster): number {
  assertSameShape(reference, changed);
  const { data: a, channels, depth } = reference;
  const { data: b } = changed;
  const colours = channels < 3 ? 1 : 3;
  let squares = 0;
  for (let p = 0; p < a.length; p += channels)
    for (let c = 0; c < colours; c++) {
      const difference = (a[p + c] as number) - (b[p + c] as number);
      squares += difference * difference;
    }
  const mean = squares / (reference.width * reference.height * colours);
  const peak = depth === 16 ? 65535 : 255;
  return mean === 0 ? PSNR_IDENTICAL_DB : Math.min(PSNR_IDENTICAL_DB, 10 * Math.log10(peak ** 2 / mean));
}

/** Mean SSIM of two pictures' luma, see `ssimOfPlanes`. @throws {RangeError} if the pictures differ in shape or depth */
export function ssim(reference: Raster, changed: Raster): number {
  assertSameShape(reference, changed);
  return ssimOfPlanes(luma(reference), luma(changed));
}

/** Window of Wang et al. 2004, section III.C: 11 x 11 Gaussian, sigma 1.5. */
const SSIM_SIGMA = 1.5;
const SSIM_RADIUS = 5;
/** Radius over sigma, a little under 10 / 3 so that the kernel's radius rounds up to 5. */
const SSIM_TRUNCATE = 3.3;
/** Stabilising constants of Wang et al. 2004: (K L)^2 with K1 = 0.01, K2 = 0.03, L = 255. */
const C1 = (0.01 * 255) ** 2;
const C2 = (0.03 * 255) ** 2;

/**
 * Mean structural similarity of two luma planes in [0, 255], over all windows that lie inside the picture:
 *     SSIM = (2 mu_a mu_b + C1)(2 s_ab + C2) / ((mu_a^2 + mu_b^2 + C1)(s_a^2 + s_b^2 + C2)).
 * Range (-1, 1], 1 for equal planes. Planes smaller than a window are compared with mirrored borders.
 * Source: Wang, Bovik, Sheikh, Simoncelli 2004, eq. (13).
 * @throws {RangeError} if the planes differ in size
 */
export function ssimOfPlanes(a: Plane, b: Plane): number {
  if (a.width !== b.width || a.height !== b.height)
    throw new RangeError(`ssim: sizes differ, ${a.width} x ${a.height} and ${b.width} x ${b.height}`);
  const { width, height } = a;
  const marginX = width > 2 * SSIM_RADIUS ? SSIM_RADIUS : 0;
  const marginY = height > 2 * SSIM_RADIUS ? SSIM_RADIUS : 0;
  let sum = 0;
  for (let first = marginY; first < height - marginY; first += BAND_ROWS) {
    const last = Math.min(height - marginY, first + BAND_ROWS);
    // A margin of 0 means that the borders count too, and then one band must hold them both.
    const top = marginY === 0 ? 0 : first - SSIM_RADIUS;
    const bottom = marginY === 0 ? height : last + SSIM_RADIUS;
    const band = (data: Float32Array): Float32Array => data.subarray(top * width, bottom * width);
    const moments = smoothedMoments(width, bottom - top, band(a.data), band(b.data));
    for (let y = first - top; y < last - top; y++)
      sum += ssimOfRow(moments, y * width + marginX, (y + 1) * width - marginX);
  }
  return sum / ((width - 2 * marginX) * (height - 2 * marginY));
}

/**
 * Rows whose SSIM is computed together, beside the rows that their windows need: what a picture takes beyond itself does
 * not grow with its height, and stays near the processor's cache.
 */
const BAND_ROWS = 64;

/** Local moments E[a], E[b], E[a^2 + b^2], E[ab] under the window. */
interface Moments {
  readonly meanA: Float32Array;
  readonly meanB: Float32Array;
  readonly squares: Float32Array;
  readonly product: Float32Array;
}

function smoothedMoments(width: number, height: number, a: Float32Array, b: Float32Array): Moments {
  const squares = new Float32Array(a.length);
  const product = new Float32Array(a.length);
  for (let i = 0; i < a.length; i++) {
    const va = a[i] as number;
    const vb = b[i] as number;
    squares[i] = va * va + vb * vb;
    product[i] = va * vb;
  }
  const smooth = (data: Float32Array): Float32Array =>
    gaussianBlur({ width, height, data }, SSIM_SIGMA, { truncate: SSIM_TRUNCATE }).data;
  return { meanA: smooth(a), meanB: smooth(b), squares: smooth(squares), product: smooth(product) };
}

/** Sum of the SSIM map over the samples from `start` to before `end`. */
function ssimOfRow({ meanA, meanB, squares, product }: Moments, start: number, end: number): number {
  let sum = 0;
  for (let i = start; i < end; i++) {
    const ma = meanA[i] as number;
    const mb = meanB[i] as number;
    const cross = ma * mb;
    const own = ma * ma + mb * mb;
    const covariance = (product[i] as number) - cross;
    const variances = (squares[i] as number) - own;
    sum += ((2 * cross + C1) * (2 * covariance + C2)) / ((own + C1) * (variances + C2));
  }
  return sum;
}

function assertSameShape(a: Raster, b: Raster): void {
  if (a.width !== b.width || a.height !== b.height || a.channels !== b.channels || a.depth !== b.depth)
    throw new RangeError(
      `pictures differ: ${a.width} x ${a.height} x ${a.channels} of ${a.depth} bits and ` +
        `${b.width} x ${b.height} x ${b.channels} of ${b.depth} bits`,
    );
}
