/**
 * Adds a change of luma to a picture at the picture's own depth.
 * @module
 */
import { LUMA_WEIGHTS, type Plane, type Raster } from '../raster.ts';
import { PSNR_IDENTICAL_DB } from '../signal/metrics.ts';

const [R, G, B] = LUMA_WEIGHTS;
const WEIGHTS_SQUARED = R ** 2 + G ** 2 + B ** 2;

/**
 * Change of R, G, B for a unit change of luma: the solution of least energy of  w . c = 1,  which is  c = w / |w|^2.
 * Costs 1.27 dB less RGB error than adding the same amount to all three.
 */
export const COLOUR_CHANGE = [R / WEIGHTS_SQUARED, G / WEIGHTS_SQUARED, B / WEIGHTS_SQUARED] as const;

/** Mean square change over R, G, B for a unit mean square change of luma: |c|^2 / 3; 1 for grey pictures. */
export function colourErrorPerLuma(channels: Raster['channels']): number {
  return channels < 3 ? 1 : 1 / WEIGHTS_SQUARED / 3;
}

/** Change of each sample for a unit of delta, in the picture's codes: one number for grey, three for colour. */
function sampleChange({ channels, depth }: Raster): readonly number[] {
  const unit = depth === 16 ? 257 : 1;
  return channels < 3 ? [unit] : COLOUR_CHANGE.map((c) => c * unit);
}

/**
 * The picture with  sample_c + c_c * delta  in every colour, rounded to the nearest code and clipped to the range.
 * Grey pictures take delta itself. Alpha stays as it is.
 * @param delta change of luma in units of [0, 255], whatever the depth; the picture's size
 * @throws {RangeError} if the sizes differ
 */
export function applyDelta(picture: Raster, delta: Plane): Raster {
  const { width, height, channels, depth } = picture;
  if (delta.width !== width || delta.height !== height)
    throw new RangeError(`applyDelta: delta is ${delta.width} x ${delta.height}, the picture ${width} x ${height}`);
  const data = depth === 16 ? Uint16Array.from(picture.data) : Uint8Array.from(picture.data);
  const peak = depth === 16 ? 65535 : 255;
  for (const [colour, change] of sampleChange(picture).entries())
    for (let i = 0, p = colour; i < delta.data.length; i++, p += channels)
      data[p] = roundedSum(data[p] as number, change * (delta.data[i] as number), peak);
  return { width, height, channels, depth, data };
}

function roundedSum(sample: number, change: number, peak: number): number {
  const value = Math.floor(sample + change + 0.5);
  return value < 0 ? 0 : value > peak ? peak : value;
}

/**
 * PSNR over grey or R, G, B that `applyDelta` would give, without making the picture; dB, as `psnr` of metrics.ts.
 * @param rowStep looks at every so-manieth row; 1 is exact
 */
export function psnrOfDelta(picture: Raster, delta: Plane, rowStep: number): number {
  const { width, height, channels, depth, data } = picture;
  const peak = depth === 16 ? 65535 : 255;
  const changes = sampleChange(picture);
  let squares = 0;
  let count = 0;
  for (let y = 0; y < height; y += rowStep, count += width * changes.length)
    for (const [colour, change] of changes.entries()) {
      for (let i = y * width, p = i * channels + colour; i < (y + 1) * width; i++, p += channels) {
        const sample = data[p] as number;
        const error = roundedSum(sample, change * (delta.data[i] as number), peak) - sample;
        squares += error * error;
      }
    }
  const mean = squares / count;
  return mean === 0 ? PSNR_IDENTICAL_DB : Math.min(PSNR_IDENTICAL_DB, 10 * Math.log10(peak ** 2 / mean));
}
