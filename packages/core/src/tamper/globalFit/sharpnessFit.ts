/**
 * Removes a change of sharpness or local contrast that holds for the whole picture (blur, sharpening, denoising, clarity, what
 * resizing and coding take): with B_k bands of the reference r,
 *     q = r + sum_k g_k B_k,   B_k = G_(k-1) * r - G_k * r,   G_0 * r = r,
 * and the gains by robust least squares (Cauchy weights that narrow, see colourMixing.ts). Without it, a place of fine texture
 * differs more after a blur than a place of coarse texture of the same contrast, and would be taken for an edit.
 * @module
 */
import type { Plane } from '../../raster.ts';
import { factorise, solveFactorised } from '../../signal/cholesky.ts';
import { gaussianBlur } from '../../signal/blur/gaussianBlur.ts';
import { sharedBlur } from '../../signal/blur/sharedBlur.ts';
import { difference } from '../../signal/difference.ts';
import { reducePlane, resizeBilinear } from '../../signal/resample/resize.ts';

/**
 * Standard deviations of the G_k, px; the pictures are low-passed at 1.6 px already. Sharpening works at the first two, clarity and
 * local contrast at the others.
 */
const SIGMAS = [1.5, 3.5, 10, 30] as const;
/** A blur wider than this is taken on a smaller picture, whose samples then still lie closer than half of its width, px. */
const WIDE = 8;
const SHRINK = 4;
const SAMPLES_MAX = 15_000;
/** Fewer samples fix no gains. */
const SAMPLES_MIN = 64;
/** Width of the weights at the start, levels; halved each time. */
const WIDTH_START = 64;
const WIDTH_MIN = 2;
const WIDTH_PER_MEAN = 2;
const ITERATIONS = 6;
/** Pulls the gains of a plain picture to 0, levels^2 a sample: about what rounding leaves in a band. */
const RIDGE = 0.25;
/** A band that is gone has gain -1; a sharpened one seldom doubles. */
const GAIN_MIN = -1;
const GAIN_MAX = 2;

/** One plane of samples for each of `SIGMAS`. */
type Bands = readonly Float32Array[];

function blurred(picture: Plane, sigma: number): Float32Array {
  if (sigma <= WIDE) return sharedBlur(picture, sigma).data;
  const { width, height } = picture;
  const small = reducePlane(picture, Math.ceil(width / SHRINK), Math.ceil(height / SHRINK));
  return resizeBilinear(gaussianBlur(small, sigma / SHRINK, { truncate: 3 }), width, height).data;
}

/** Those of the reference are asked for in every round of a comparison. */
const seen = new WeakMap<Float32Array, Bands>();

function bandsOf(reference: Plane): Bands {
  const bands = seen.get(reference.data) ?? madeBands(reference);
  seen.set(reference.data, bands);
  return bands;
}

function madeBands(reference: Plane): Bands {
  let finer = reference.data;
  return SIGMAS.map((sigma) => {
    const coarser = blurred(reference, sigma);
    const band = difference(finer, coarser);
    finer = coarser;
    return band;
  });
}

/**
 * The reference as sharp as the query; a new plane.
 * @param query, reference luma of the same tone, low-passed; nobody writes to the reference any more
 * @param mask 1 where both have a pixel
 */
export function withSharpnessOf(query: Plane, reference: Plane, mask: Uint8Array): Plane {
  const bands = bandsOf(reference);
  const gains = fitGains(query, reference, bands, mask);
  const data = Float32Array.from(reference.data);
  bands.forEach((band, k) => addScaled(band, gains[k] as number, data));
  return { width: reference.width, height: reference.height, data };
}

function addScaled(from: Float32Array, gain: number, to: Float32Array): void {
  for (let i = 0; i < to.length; i++) to[i] = (to[i] as number) + gain * (from[i] as number);
}

function fitGains(query: Plane, reference: Plane, bands: Bands, mask: Uint8Array): readonly number[] {
  const samples = sampled(query, reference, bands, mask);
  let gains = new Float64Array(SIGMAS.length);
  if (samples.count < SAMPLES_MIN) return [...gains];
  let width = WIDTH_START;
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    const step = solveWeighted(samples, gains, width);
    gains = step.gains;
    width = Math.max(WIDTH_MIN, WIDTH_PER_MEAN * step.meanResidual, WIDTH_START / 2 ** (iteration + 1));
  }
  return Array.from(gains, (gain) => Math.min(GAIN_MAX, Math.max(GAIN_MIN, gain)));
}

interface Samples {
  readonly bands: Bands;
  readonly difference: Float32Array;
  readonly count: number;
}

function sampled(query: Plane, reference: Plane, bands: Bands, mask: Uint8Array): Samples {
  const stride = Math.max(1, Math.floor(mask.length / SAMPLES_MAX)) | 1;
  const room = Math.ceil(mask.length / stride);
  const kept = bands.map(() => new Float32Array(room));
  const difference = new Float32Array(room);
  let count = 0;
  for (let i = 0; i < mask.length; i += stride) {
    if (mask[i] === 0) continue;
    for (let k = 0; k < bands.length; k++) (kept[k] as Float32Array)[count] = (bands[k] as Float32Array)[i] as number;
    difference[count++] = (query.data[i] as number) - (reference.data[i] as number);
  }
  return { bands: kept, difference, count };
}

/** One step of the reweighted fit, with the weights of the gains before. */
function solveWeighted({ bands, difference, count }: Samples, before: Float64Array, width: number) {
  const n = bands.length;
  const normal = new Float64Array(n * n);
  const right = new Float64Array(n);
  for (let k = 0; k < n; k++) normal[k * n + k] = RIDGE * count;
  let residuals = 0;
  for (let i = 0; i < count; i++) {
    const d = difference[i] as number;
    let residual = d;
    for (let k = 0; k < n; k++) residual -= (before[k] as number) * ((bands[k] as Float32Array)[i] as number);
    residual = Math.abs(residual);
    // An edit counts as the width at most, or a large one would keep the width wide.
    residuals += Math.min(width, residual);
    const weight = 1 / (1 + (residual / width) ** 2);
    for (let k = 0; k < n; k++) {
      const weighted = weight * ((bands[k] as Float32Array)[i] as number);
      right[k] = (right[k] as number) + weighted * d;
      for (let l = 0; l <= k; l++)
        normal[k * n + l] = (normal[k * n + l] as number) + weighted * ((bands[l] as Float32Array)[i] as number);
    }
  }
  factorise(normal, n);
  solveFactorised(normal, n, right);
  return { gains: right, meanResidual: residuals / count };
}
