/**
 * The cues of a local edit on the half grid, each as a ratio that is 1 at its threshold. With q the query, r the fitted
 * reference, s a local standard deviation, n the noise of the picture:
 *     structure  s(q - r) / (a n + b max(s(q), s(r)))       another object, a removed one, text
 *     detail     loss of gain cov(q', r') / var(r') of the fine band, against the picture's median: blurred areas
 *     mean       |mean (q - r)| of one plane: patches painted over (luma), recoloured objects (chroma)
 * @module
 */
import type { Plane } from '../raster.ts';
import { boxBlur } from '../signal/boxBlur.ts';
import { halved, halfSize, type LocalMoments, localMeanDifference, robustDeviation } from './localStatistics.ts';

/** Weights of noise and of texture in what the structure cue expects of an unedited place; bench/verdict. */
const EXPECTED_PER_NOISE = 1.5;
const EXPECTED_PER_TEXTURE = 0.6;
/** Half width of the windows of `detail` and `mean`, half-grid cells, two passes. */
const WINDOW_RADIUS = 2;
/** Radius of the box whose mean is taken off to get the fine band, half-grid cells. */
const BAND_RADIUS = 2;
/** Least deviation of the fine band at which its gain can be judged, levels; and its multiple of the noise. */
const DETAIL_MIN = 2;
const DETAIL_PER_NOISE = 2;
/** Share of the picture's median gain at which detail counts as lost; bench/verdict. */
const GAIN_LOST = 0.4;
/** A mean difference must stand out from the picture's own spread of such differences by this factor. */
const MEAN_PER_SPREAD = 6;
/** Bound of that spread, levels: a large edit must not hide itself. */
const SPREAD_MAX = 4;

export function structureCue(moments: LocalMoments, noise: number): Float32Array {
  const out = new Float32Array(moments.share.length);
  for (let i = 0; i < out.length; i++) {
    const q = moments.varianceQuery[i] as number;
    const r = moments.varianceReference[i] as number;
    const residual = Math.sqrt(Math.max(0, q + r - 2 * (moments.covariance[i] as number)));
    out[i] = residual / (EXPECTED_PER_NOISE * noise + EXPECTED_PER_TEXTURE * Math.sqrt(Math.max(q, r)));
  }
  return out;
}

/** The plane on the half grid less its local mean. */
function fineBand(plane: Plane): Plane {
  const half = halfSize(plane);
  const everywhere = new Uint8Array(plane.data.length).fill(1);
  const share = halved(null, everywhere, plane);
  const data = halved(plane.data, everywhere, plane).map((value, i) => value / (share[i] as number));
  const mean = { ...half, data: data.slice() };
  boxBlur(mean, BAND_RADIUS, 2, new Float32Array(data.length));
  return { ...half, data: data.map((value, i) => value - (mean.data[i] as number)) };
}

/** @param valid 1 where a half-grid cell can be judged */
export function detailCue(query: Plane, reference: Plane, valid: Uint8Array, noise: number): Float32Array {
  const q = fineBand(query);
  const r = fineBand(reference);
  const half = halfSize(query);
  const count = valid.length;
  const rr = new Float32Array(count);
  const qr = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    if (valid[i] === 0) continue;
    rr[i] = (r.data[i] as number) ** 2;
    qr[i] = (q.data[i] as number) * (r.data[i] as number);
  }
  const scratch = new Float32Array(count);
  boxBlur({ ...half, data: rr }, WINDOW_RADIUS, 2, scratch);
  boxBlur({ ...half, data: qr }, WINDOW_RADIUS, 2, scratch);
  const least = Math.max(DETAIL_MIN, DETAIL_PER_NOISE * noise) ** 2;
  const gains = new Float32Array(count);
  const judged: number[] = [];
  for (let i = 0; i < count; i++) {
    if (valid[i] === 0 || (rr[i] as number) < least) continue;
    gains[i] = (qr[i] as number) / (rr[i] as number);
    judged.push(gains[i] as number);
  }
  const median = Float32Array.from(judged).sort()[judged.length >> 1] ?? 0;
  const out = new Float32Array(count);
  // No common detail at all: another picture, which the other cues tell.
  if (median <= 0) return out;
  for (let i = 0; i < count; i++)
    if (valid[i] === 1 && (rr[i] as number) >= least) out[i] = (1 - (gains[i] as number) / median) / (1 - GAIN_LOST);
  return out;
}

/** @param least difference that counts as an edit in a picture of no spread, levels */
export function meanCue(
  query: Plane,
  reference: Plane,
  mask: Uint8Array,
  valid: Uint8Array,
  least: number,
): Float32Array {
  const difference = localMeanDifference(query, reference, mask, WINDOW_RADIUS);
  const spread = Math.min(SPREAD_MAX, robustDeviation(difference, valid));
  const limit = Math.max(least, MEAN_PER_SPREAD * spread);
  return difference.map((value) => Math.abs(value) / limit);
}
