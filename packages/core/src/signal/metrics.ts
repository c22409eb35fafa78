/**
 * How much a mark changed a picture: PSNR over the colour samples, SSIM over luma.
 * @module
 */
import { luma, type Plane, type Raster } from '../raster.ts';
import { withKernels } from '../kernels/kernels.ts';
import { fillProducts, SSIM_RADIUS, ssimOfRow, windowBand, windowRowsInMemory } from './ssimWindow.ts';

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
  const squares =
    depth === 8 && channels === colours ? squaresOfBytes(a, b) : squaresOfColours(reference, changed, colours);
  const mean = squares / (reference.width * reference.height * colours);
  const peak = depth === 16 ? 65535 : 255;
  return mean === 0 ? PSNR_IDENTICAL_DB : Math.min(PSNR_IDENTICAL_DB, 10 * Math.log10(peak ** 2 / mean));
}

function squaresOfColours({ data: a, channels }: Raster, { data: b }: Raster, colours: number): number {
  let squares = 0;
  for (let p = 0; p < a.length; p += channels)
    for (let c = 0; c < colours; c++) {
      const difference = (a[p + c] as number) - (b[p + c] as number);
      squares += difference * difference;
    }
  return squares;
}

/** So many squares of differences of bytes fit into 31 bits. */
const SQUARES_AT_ONCE = 2 ** 15;

/** The same of bytes without alpha, in whole numbers: a third of the time. */
function squaresOfBytes(a: Raster['data'], b: Raster['data']): number {
  let squares = 0;
  for (let from = 0; from < a.length; from += SQUARES_AT_ONCE) {
    const to = Math.min(a.length, from + SQUARES_AT_ONCE);
    let part = 0;
    for (let i = from; i < to; i++) {
      const difference = ((a[i] as number) - (b[i] as number)) | 0;
      part = (part + Math.imul(difference, difference)) | 0;
    }
    squares += part;
  }
  return squares;
}

/** Mean SSIM of two pictures' luma, see `ssimOfPlanes`. @throws {RangeError} if the pictures differ in shape or depth */
export function ssim(reference: Raster, changed: Raster): number {
  assertSameShape(reference, changed);
  return ssimOfPlanes(luma(reference), luma(changed));
}

/**
 * Mean structural similarity of two luma planes in [0, 255], over all windows that lie inside the picture; see
 * ssimWindow.ts. Range (-1, 1], 1 for equal planes. Planes smaller than a window are compared with mirrored borders.
 * @param step looks at every so-manieth row of windows; 1 is the exact mean. Neighbouring windows overlap so much that a
 *   step of 2 or 4 moves the mean of photos by 0.0001 (measured).
 * @throws {RangeError} if the planes differ in size
 */
export function ssimOfPlanes(a: Plane, b: Plane, step: 1 | 2 | 4 = 1): number {
  if (a.width !== b.width || a.height !== b.height)
    throw new RangeError(`ssim: sizes differ, ${a.width} x ${a.height} and ${b.width} x ${b.height}`);
  const { width, height } = a;
  if (Math.min(width, height) <= 2 * SSIM_RADIUS) return ssimScalar(a, b, step);
  return withKernels(
    (kernels, memory) => {
      const windows = windowRowsInMemory(width, Math.min(height, BAND_ROWS + 2 * SSIM_RADIUS), kernels, memory);
      let sum = 0;
      for (let first = SSIM_RADIUS; first < height - SSIM_RADIUS; first += BAND_ROWS) {
        const last = Math.min(height - SSIM_RADIUS, first + BAND_ROWS);
        const rows = (data: Float32Array): Float32Array =>
          data.subarray((first - SSIM_RADIUS) * width, (last + SSIM_RADIUS) * width);
        sum += windows(rows(a.data), rows(b.data), step);
      }
      return sum / ((width - 2 * SSIM_RADIUS) * Math.ceil((height - 2 * SSIM_RADIUS) / step));
    },
    () => ssimScalar(a, b, step),
  );
}

/** Scalar fallback of the kernel `ssimRow`. */
function ssimScalar(a: Plane, b: Plane, step: 1 | 2 | 4): number {
  const { width, height } = a;
  const marginX = width > 2 * SSIM_RADIUS ? SSIM_RADIUS : 0;
  const marginY = height > 2 * SSIM_RADIUS ? SSIM_RADIUS : 0;
  const buffers = windowBand(width, Math.min(height, BAND_ROWS + 2 * SSIM_RADIUS));
  let sum = 0;
  for (let first = marginY; first < height - marginY; first += BAND_ROWS) {
    const last = Math.min(height - marginY, first + BAND_ROWS);
    // A margin of 0 means that the borders count too, and then one band holds them both.
    const top = first - marginY;
    const bottom = last + marginY;
    const rows = (data: Float32Array): Float32Array => data.subarray(top * width, bottom * width);
    const band = { ...buffers, a: rows(a.data), b: rows(b.data) };
    fillProducts(band);
    for (let y = first - top; y < last - top; y += step)
      sum += ssimOfRow(band, bottom - top, y, marginX, width - marginX);
  }
  return sum / ((width - 2 * marginX) * Math.ceil((height - 2 * marginY) / step));
}

/**
 * Rows whose SSIM is computed together, beside the rows that their windows need: what a picture takes beyond itself does
 * not grow with its height, and stays near the processor's cache. A multiple of every step in use.
 */
const BAND_ROWS = 64;

function assertSameShape(a: Raster, b: Raster): void {
  if (a.width !== b.width || a.height !== b.height || a.channels !== b.channels || a.depth !== b.depth)
    throw new RangeError(
      `pictures differ: ${a.width} x ${a.height} x ${a.channels} of ${a.depth} bits and ` +
        `${b.width} x ${b.height} x ${b.channels} of ${b.depth} bits`,
    );
}
