/**
 * A picture reduced by a whole factor k, in its own depth: every sample is the rounded mean of k x k,
 *     out[j,i] = round(1/|C| sum over C of in),   C = [i k, (i+1) k) x [j k, (j+1) k) within the picture,
 * so that the last column and row may be means of fewer. The picture is read once and nothing but one row of sums is held
 * beside input and output.
 * @module
 */
import type { Raster } from '../../raster.ts';

/** @throws {RangeError} unless the factor is a positive integer that keeps sums of k x k samples below 2^32 */
export function shrinkRaster(picture: Raster, factor: number): Raster {
  if (!Number.isInteger(factor) || factor < 1 || factor > 256)
    throw new RangeError(`shrinkRaster: the factor is an integer of 1 to 256, got ${factor}`);
  if (factor === 1) return picture;
  const { channels, depth } = picture;
  const width = Math.ceil(picture.width / factor);
  const height = Math.ceil(picture.height / factor);
  const length = width * height * channels;
  const data = depth === 16 ? new Uint16Array(length) : new Uint8Array(length);
  const sums = new Uint32Array(width * channels);
  for (let j = 0; j < height; j++) {
    sums.fill(0);
    const bottom = Math.min(picture.height, (j + 1) * factor);
    for (let y = j * factor; y < bottom; y++) addRow(picture, y, factor, sums);
    const rows = bottom - j * factor;
    for (let i = 0; i < width; i++) {
      const count = rows * (Math.min(picture.width, (i + 1) * factor) - i * factor);
      for (let c = 0; c < channels; c++) {
        const at = i * channels + c;
        data[j * width * channels + at] = Math.round((sums[at] as number) / count);
      }
    }
  }
  return { width, height, channels, depth, data };
}

/** Adds a row of the picture to the sums of its cells. */
function addRow({ width, channels, data }: Raster, y: number, factor: number, sums: Uint32Array): void {
  let from = y * width * channels;
  for (let left = 0, cell = 0; left < width; left += factor, cell += channels) {
    const right = Math.min(width, left + factor);
    for (let x = left; x < right; x++, from += channels)
      for (let c = 0; c < channels; c++) sums[cell + c] = (sums[cell + c] as number) + (data[from + c] as number);
  }
}
