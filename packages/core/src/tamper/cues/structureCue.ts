/**
 * The cues of a local edit on the half grid. With q the query, r the fitted reference, s a local standard deviation:
 *     structure  s(q - r) / g / e(s(r)), e what the picture itself says of such places, see expectedDeviation.ts, and g how
 *                much the tone change amplifies there what the reference was marked and coded with
 *     mean       |mean (q - r)| of one plane over its limit: patches painted over (luma), recoloured objects (chroma)
 * @module
 */
import { expectedDeviation, fitExpectedDeviation } from './expectedDeviation.ts';
import { type LocalMoments, medianOf, unmixedDeviation } from './localStatistics.ts';

/**
 * Least deviation that is expected of an unedited place, levels, a part for all places and a part for texture: rounding alone
 * makes the first, and a tenth of a pixel of misregistration up to a tenth of the texture.
 */
const FLOOR = 1;
const FLOOR_PER_TEXTURE = 0.06;
/** Amplification by the tone change that is allowed for: gamma of 0.6 reaches 3 in shadows. */
const AMPLIFICATION_MAX = 4;
/** Keeps the amplification of flat places at 1, levels. */
const FLAT = 0.2;
/** A mean difference must stand out from the picture's own spread of such differences by this factor. */
const MEAN_PER_SPREAD = 6;
export interface StructureCue {
  /** s(q - r) over what is expected. */
  readonly ratio: Float32Array;
  /** What is expected, times the amplification, levels. */
  readonly expected: Float32Array;
}

/**
 * @param moments       of the query and the fitted reference
 * @param amplification see `relativeAmplification`
 * @param valid         1 where a half-grid cell can be judged
 */
export function structureCue(moments: LocalMoments, amplification: Float32Array, valid: Uint8Array): StructureCue {
  const count = valid.length;
  const deviation = new Float32Array(count);
  const activity = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const q = moments.varianceQuery[i] as number;
    const r = moments.varianceReference[i] as number;
    deviation[i] = Math.sqrt(Math.max(0, q + r - 2 * (moments.covariance[i] as number))) / (amplification[i] as number);
    activity[i] = Math.sqrt(r);
  }
  const knots = fitExpectedDeviation(deviation, activity, valid);
  const ratio = new Float32Array(count);
  const expected = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const a = activity[i] as number;
    const e = Math.max(FLOOR + FLOOR_PER_TEXTURE * a, expectedDeviation(knots, a));
    ratio[i] = (deviation[i] as number) / e;
    expected[i] = e * (amplification[i] as number);
  }
  return { ratio, expected };
}

/**
 * Slope of the tone change at each place over that of the picture's median place; at least 1.
 * @param fitted, original variance of the reference after and before the change, in the same windows
 */
export function relativeAmplification(fitted: Float32Array, original: Float32Array, valid: Uint8Array): Float32Array {
  const slope = new Float32Array(valid.length);
  for (let i = 0; i < slope.length; i++)
    slope[i] = (Math.sqrt(fitted[i] as number) + FLAT) / (Math.sqrt(original[i] as number) + FLAT);
  const median = Math.max(1e-3, medianOf(slope, valid));
  for (let i = 0; i < slope.length; i++)
    slope[i] = Math.min(AMPLIFICATION_MAX, Math.max(1, (slope[i] as number) / median));
  return slope;
}

/**
 * The mean difference at which an edit is taken for one, levels.
 * @param difference  local means of one plane, see `localMeanDifference`
 * @param differenceMin what counts as an edit in a picture of no spread, levels
 */
export const meanLimit = (difference: Float32Array, valid: Uint8Array, differenceMin: number): number =>
  Math.max(differenceMin, MEAN_PER_SPREAD * unmixedDeviation(difference, valid));
