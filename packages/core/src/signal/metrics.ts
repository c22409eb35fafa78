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
  const count = a.data.length;
  const squares = new Float32Array(count);
  const product = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const va = a.data[i] as number;
    const vb = b.data[i] as number;
    squares[i] = va * va + vb * vb;
    product[i] = va * vb;
  }
  const smooth = (data: Float32Array): Float32Array =>
    gaussianBlur({ ...a, data }, SSIM_SIGMA, { truncate: SSIM_TRUNCATE }).data;
  return meanSsim(a.width, a.height, smooth(a.data), smooth(b.data), smooth(squares), smooth(product));
}

/** Mean of the SSIM map from the smoothed moments E[a], E[b], E[a^2 + b^2], E[ab]. */
function meanSsim(
  width: number,
  height: number,
  meanA: Float32Array,
  meanB: Float32Array,
  meanSquares: Float32Array,
  meanProduct: Float32Array,
): number {
  const marginX = width > 2 * SSIM_RADIUS ? SSIM_RADIUS : 0;
  const marginY = height > 2 * SSIM_RADIUS ? SSIM_RADIUS : 0;
  let sum = 0;
  for (let y = marginY; y < height - marginY; y++)
    for (let i = y * width + marginX; i < (y + 1) * width - marginX; i++) {
      const ma = meanA[i] as number;
      const mb = meanB[i] as number;
      const cross = ma * mb;
      const own = ma * ma + mb * mb;
      const covariance = (meanProduct[i] as number) - cross;
      const variances = (meanSquares[i] as number) - own;
      sum += ((2 * cross + C1) * (2 * covariance + C2)) / ((own + C1) * (variances + C2));
    }
  return sum / ((width - 2 * marginX) * (height - 2 * marginY));
}

function assertSameShape(a: Raster, b: Raster): void {
  if (a.width !== b.width || a.height !== b.height || a.channels !== b.channels || a.depth !== b.depth)
    throw new RangeError(
      `pictures differ: ${a.width} x ${a.height} x ${a.channels} of ${a.depth} bits and ` +
        `${b.width} x ${b.height} x ${b.channels} of ${b.depth} bits`,
    );
}
