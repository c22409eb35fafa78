/**
 * How strong the mark may be at each place: stronger where the picture is lively, never on a lonely edge.
 *     d = Y - g_2s * Y,   sd = sqrt(g_3s * d^2),   sd' = min(sd, 1.5 g_6s * sd),
 *     m = clip(g_2s * (0.7 + 0.45 sd'^p), 0.4, 6 (0.45 + 0.75 p)),
 * g_r the Gaussian blur of r pixels, s the width of a canonical pixel. The exponent p says how much the mark follows the
 * picture: embedding takes the flattest that keeps SSIM, because a flat mark is the easiest to read.
 * Constants measured with the bench prototype.
 * @module
 */
import type { Plane } from '../raster.ts';
import { stackedBlur } from '../signal/stackedBlur.ts';

/** Exponents are multiples of this, so that one root serves them all. */
const EXPONENT_UNIT = 0.15;
/** Exponents to try in units of 0.15, flattest first: p = 0.3, 0.45, 0.6, 0.75. */
export const MASK_EXPONENTS = [2, 3, 4, 5] as const;
export type MaskExponent = (typeof MASK_EXPONENTS)[number];

const DETAIL_SIGMA = 2;
const ACTIVITY_SIGMA = 3;
const EDGE_SIGMA = 6;
/** A place livelier than this many times its surroundings is an edge: the eye looks at it, and it hides little beside it. */
const EDGE_RATIO = 1.5;
const BASE = 0.7;
const ACTIVITY_GAIN = 0.45;
const MASK_MIN = 0.4;

/** sd'^0.15, sd' as above. @param scale width of a canonical pixel in pixels of `luma` */
export function activityOf(luma: Plane, scale: number): Plane {
  const blur = (input: Plane, sigma: number): Plane => stackedBlur(input, sigma * scale);
  const mean = blur(luma, DETAIL_SIGMA);
  const energy = mean.data;
  for (let i = 0; i < energy.length; i++) energy[i] = ((luma.data[i] as number) - (energy[i] as number)) ** 2;
  const activity = blur(mean, ACTIVITY_SIGMA);
  for (let i = 0; i < activity.data.length; i++) activity.data[i] = Math.sqrt(Math.max(0, activity.data[i] as number));
  const surroundings = blur(activity, EDGE_SIGMA);
  for (let i = 0; i < activity.data.length; i++) {
    // Running sums may end a hair below zero where the picture is flat.
    const limit = EDGE_RATIO * Math.max(0, surroundings.data[i] as number);
    activity.data[i] = Math.min(activity.data[i] as number, limit) ** EXPONENT_UNIT;
  }
  return activity;
}

/** m above, on the grid of `root`, which `activityOf` gives; only its shape matters, embedding sets the level. */
export function perceptualMask(root: Plane, exponent: MaskExponent, scale: number): Plane {
  const raw = raised(root.data, exponent);
  for (let i = 0; i < raw.length; i++) raw[i] = BASE + ACTIVITY_GAIN * (raw[i] as number);
  const mask = stackedBlur({ ...root, data: raw }, DETAIL_SIGMA * scale);
  const maskMax = 6 * (ACTIVITY_GAIN + 0.75 * EXPONENT_UNIT * exponent);
  for (let i = 0; i < mask.data.length; i++)
    mask.data[i] = Math.max(MASK_MIN, Math.min(maskMax, mask.data[i] as number));
  return mask;
}

/** values^exponent by multiplications: a general power would take a third of the mask's time. */
function raised(values: Float32Array, exponent: MaskExponent): Float32Array<ArrayBuffer> {
  const out = new Float32Array(values);
  for (let power = 1; power < exponent; power++)
    for (let i = 0; i < out.length; i++) out[i] = (out[i] as number) * (values[i] as number);
  return out;
}
