/**
 * Adds a change of luma to a picture at the picture's own depth.
 * @module
 */
import { LUMA_WEIGHTS, type Plane, type Raster } from '../raster.ts';

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
  const data = depth === 16 ? Uint16Array.from(picture.data) : Uint8ClampedArray.from(picture.data);
  const peak = depth === 16 ? 65535 : 255;
  const unit = depth === 16 ? 257 : 1;
  const change = channels < 3 ? [unit] : COLOUR_CHANGE.map((c) => c * unit);
  for (let colour = 0; colour < change.length; colour++)
    addScaled(data, delta.data, change[colour] as number, { first: colour, stride: channels, peak });
  return { width, height, channels, depth, data: depth === 16 ? (data as Uint16Array) : new Uint8Array(data.buffer) };
}

interface Samples {
  readonly first: number;
  readonly stride: number;
  readonly peak: number;
}

function addScaled(
  data: Uint16Array | Uint8ClampedArray,
  delta: Float32Array,
  factor: number,
  { first, stride, peak }: Samples,
): void {
  for (let i = 0, p = first; i < delta.length; i++, p += stride) {
    const value = Math.round((data[p] as number) + factor * (delta[i] as number));
    data[p] = value < 0 ? 0 : value > peak ? peak : value;
  }
}
