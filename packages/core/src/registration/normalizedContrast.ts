/**
 * Local contrast normalization, so that registered pictures can be compared whatever was done to their tone:
 *     n = (I - mean I) / sqrt(var I + c^2)
 * with local mean and variance over a window of about 17 px, and c the contrast below which a place is plain.
 * Source: Jarrett, Kavukcuoglu, Ranzato, LeCun 2009, section 2.1.
 * @module
 */
import type { Plane } from '../raster.ts';
import { boxBlur } from '../signal/blur/boxBlur.ts';
import { gaussianBlur } from '../signal/blur/gaussianBlur.ts';

/** Two passes of this half width; several times the error that refinement starts from. */
const RADIUS = 8;
/** Levels; recompression noise after the low-pass is about 2. */
const PLAIN_CONTRAST = 6;
/** Low-pass before, px: widens the range of convergence and drops what resampling made unlike. */
const SIGMA = 1.2;

/** @param input luma, range [0, 255]; the result lies mostly in [-3, 3] */
export function normalizedContrast(input: Plane): Plane {
  const { width, height } = input;
  const low = gaussianBlur(input, SIGMA, { truncate: 3 });
  const scratch = new Float32Array(low.data.length);
  const mean: Plane = { width, height, data: low.data.slice() };
  const square: Plane = { width, height, data: low.data.slice() };
  for (let i = 0; i < scratch.length; i++) square.data[i] = (low.data[i] as number) * (low.data[i] as number);
  boxBlur(mean, RADIUS, 2, scratch);
  boxBlur(square, RADIUS, 2, scratch);
  for (let i = 0; i < scratch.length; i++) {
    const m = mean.data[i] as number;
    const variance = Math.max(0, (square.data[i] as number) - m * m);
    low.data[i] = ((low.data[i] as number) - m) / Math.sqrt(variance + PLAIN_CONTRAST * PLAIN_CONTRAST);
  }
  return low;
}
