/**
 * The cue of lost or foreign detail, for edits that leave tone and coarse structure as they were: blurred faces, inpainted
 * areas, small writing. In two bands of luma, differences of Gaussians, with v the local variances and c the covariance of
 * query q and fitted reference r, a = sqrt(v_r), and m[x](a), s[x](a) median and scaled MAD of x among places of that texture (robustNormalisation.ts):
 *     gain       g = c / (v_r + 1/4)
 *     remainder  d = sqrt(v_q + m[g]^2 v_r - 2 m[g] c) / A           A the amplification by the tone change, see structureCue.ts
 *     expected   e = max(floor, m[d])
 *     loss       p = (m[g] - g) a / (e A)                            texture that is missing, in units of what differs anyway
 *     excess     l = ln sqrt(d^2 / e^2 + 1/4)
 *     cue        (p / s[p] + (l - m[l]) / s[l]) / 2,   the mean of both bands
 * A blur or recompression of the whole picture is in m[g] and m[d]; a local blur is not.
 * @module
 */
import type { Plane } from '../../raster.ts';
import { sharedBlur } from '../../signal/blur/sharedBlur.ts';
import { difference } from '../../signal/difference.ts';
import { type LocalMoments, localMoments } from './localStatistics.ts';
import { activityBins, binPosition, knotsOf, medianAndMad, mediansOf, valueBetween } from './robustNormalisation.ts';

/**
 * Standard deviations of the two Gaussians of each band, px: a face of half a percent is blurred by 3 px and more. Of five bands
 * and their means these two together had the lightest tail over unedited pictures (bench/verdict, part `tune`).
 */
const BANDS = [
  [1.2, 3],
  [2, 6],
] as const;
/** Half width of the windows, half-grid cells; two passes of 2 are a Gaussian of sigma 4 px. */
const WINDOW_RADIUS = 2;
/** Variance of what rounding leaves in a band, levels^2; keeps the gain of flat places finite. */
const RIDGE = 0.25;
/** Least expected deviation, levels, for all places and for texture: rounding, and a tenth of a pixel beside. */
const FLOOR = 0.6;
const FLOOR_PER_TEXTURE = 0.06;
/** Part of the tone change that its curve may be off by at levels that are rare in the picture; bench/verdict, part `tune`. */
const FLOOR_PER_TONE_CHANGE = 0.05;
/** Least scaled MAD: one window holds some 16 independent samples, whose deviation varies by about that much. */
const MAD_MIN = 0.25;
/** Fraction of what is expected that is added before the logarithm, squared. */
const LOG_FLOOR = 0.25;

/**
 * @param query, reference luma of the same tone, without any low-pass
 * @param amplification    of the reference's noise by the tone change, half grid, >= 1
 * @param toneShift        mean change of luma and of chroma by the fit, added, levels
 * @returns on the half grid; about 0 give or take 1 at unedited places, 3 and more at edited ones
 */
export function detailCue(
  query: Plane,
  reference: Plane,
  inside: Uint8Array,
  valid: Uint8Array,
  amplification: Float32Array,
  toneShift: number,
): Float32Array {
  const floor = FLOOR + FLOOR_PER_TONE_CHANGE * toneShift;
  const out = new Float32Array(valid.length);
  for (const [fine, coarse] of BANDS) {
    const moments = localMoments(bandOf(query, fine, coarse), bandOf(reference, fine, coarse), inside, WINDOW_RADIUS);
    addBand(moments, valid, amplification, floor, out);
  }
  return out;
}

function bandOf(plane: Plane, fine: number, coarse: number): Plane {
  const { width, height } = plane;
  return { width, height, data: difference(sharedBlur(plane, fine).data, sharedBlur(plane, coarse).data) };
}

/** Adds the band's part of the cue to `out`. */
function addBand(
  { varianceQuery, varianceReference, covariance }: LocalMoments,
  valid: Uint8Array,
  amplification: Float32Array,
  floor: number,
  out: Float32Array,
): void {
  const count = out.length;
  // Loops, for typed arrays' own `map` takes several times as long.
  const activity = new Float32Array(count);
  for (let i = 0; i < count; i++) activity[i] = Math.sqrt(varianceReference[i] as number);
  const bins = activityBins(activity, valid);
  const position = new Float32Array(count);
  const gain = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    position[i] = binPosition(bins.activity, activity[i] as number);
    gain[i] = (covariance[i] as number) / ((varianceReference[i] as number) + RIDGE);
  }
  const gains = knotsOf(mediansOf(gain, bins));
  const remainder = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const g = valueBetween(gains, position[i] as number);
    const r = varianceReference[i] as number;
    const square = (varianceQuery[i] as number) + g * g * r - 2 * g * (covariance[i] as number);
    remainder[i] = Math.sqrt(Math.max(0, square)) / (amplification[i] as number);
  }
  const remainders = knotsOf(mediansOf(remainder, bins));
  const loss = new Float32Array(count);
  const excess = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const a = activity[i] as number;
    const at = position[i] as number;
    const e = Math.max(floor + FLOOR_PER_TEXTURE * a, valueBetween(remainders, at));
    loss[i] = ((valueBetween(gains, at) - (gain[i] as number)) * a) / (e * (amplification[i] as number));
    const times = (remainder[i] as number) / e;
    excess[i] = 0.5 * Math.log(times * times + LOG_FLOOR);
  }
  const lossMads = knotsOf(medianAndMad(loss, bins).mad);
  const { median, mad } = medianAndMad(excess, bins);
  const [medians, mads] = [knotsOf(median), knotsOf(mad)];
  const weight = 1 / (2 * BANDS.length);
  for (let i = 0; i < count; i++) {
    const at = position[i] as number;
    const lost = (loss[i] as number) / Math.max(MAD_MIN, valueBetween(lossMads, at));
    // Below what is expected by the floor there is no excess, however little the picture differs elsewhere.
    const more =
      ((excess[i] as number) - Math.max(0, valueBetween(medians, at))) / Math.max(MAD_MIN, valueBetween(mads, at));
    out[i] = (out[i] as number) + weight * (lost + more);
  }
}
