/**
 * Removes a change of sharpness that holds for the whole picture (blur, sharpening, denoising, what resizing and coding take):
 * with B_1, B_2 two bands of the reference r,
 *     q = r + g_1 B_1 + g_2 B_2,   B_1 = r - G_1 * r,   B_2 = G_1 * r - G_2 * r,
 * and both gains by robust least squares (Cauchy weights that narrow, see colourMixing.ts). Without it, a place of fine texture
 * differs more after a blur than a place of coarse texture of the same contrast, and would be taken for an edit.
 * @module
 */
import type { Plane } from '../../raster.ts';
import { gaussianBlur } from '../../signal/blur/gaussianBlur.ts';

/** Standard deviations of G_1 and G_2, px; the pictures are low-passed at 1.6 px already. */
const SIGMAS = [1.5, 3.5] as const;
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

interface Bands {
  readonly fine: Float32Array;
  readonly coarse: Float32Array;
}

function bandsOf(reference: Plane): Bands {
  const [first, second] = SIGMAS.map((sigma) => gaussianBlur(reference, sigma, { truncate: 3 }).data) as [
    Float32Array,
    Float32Array,
  ];
  const fine = new Float32Array(first.length);
  const coarse = new Float32Array(first.length);
  for (let i = 0; i < fine.length; i++) {
    fine[i] = (reference.data[i] as number) - (first[i] as number);
    coarse[i] = (first[i] as number) - (second[i] as number);
  }
  return { fine, coarse };
}

/**
 * The reference as sharp as the query; a new plane.
 * @param query, reference luma of the same tone, low-passed
 * @param mask 1 where both have a pixel
 */
export function withSharpnessOf(query: Plane, reference: Plane, mask: Uint8Array): Plane {
  const bands = bandsOf(reference);
  const [fine, coarse] = fitGains(query, reference, bands, mask);
  const data = new Float32Array(reference.data.length);
  for (let i = 0; i < data.length; i++)
    data[i] = (reference.data[i] as number) + fine * (bands.fine[i] as number) + coarse * (bands.coarse[i] as number);
  return { ...reference, data };
}

function fitGains(query: Plane, reference: Plane, bands: Bands, mask: Uint8Array): readonly [number, number] {
  const samples = sampled(query, reference, bands, mask);
  if (samples.count < SAMPLES_MIN) return [0, 0];
  let [fine, coarse] = [0, 0];
  let width = WIDTH_START;
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    const step = solveWeighted(samples, fine, coarse, width);
    [fine, coarse] = [step.fine, step.coarse];
    width = Math.max(WIDTH_MIN, WIDTH_PER_MEAN * step.meanResidual, WIDTH_START / 2 ** (iteration + 1));
  }
  const bounded = (gain: number): number => Math.min(GAIN_MAX, Math.max(GAIN_MIN, gain));
  return [bounded(fine), bounded(coarse)];
}

interface Samples extends Bands {
  readonly difference: Float32Array;
  readonly count: number;
}

function sampled(query: Plane, reference: Plane, bands: Bands, mask: Uint8Array): Samples {
  const stride = Math.max(1, Math.floor(mask.length / SAMPLES_MAX)) | 1;
  const room = Math.ceil(mask.length / stride);
  const fine = new Float32Array(room);
  const coarse = new Float32Array(room);
  const difference = new Float32Array(room);
  let count = 0;
  for (let i = 0; i < mask.length; i += stride) {
    if (mask[i] === 0) continue;
    fine[count] = bands.fine[i] as number;
    coarse[count] = bands.coarse[i] as number;
    difference[count++] = (query.data[i] as number) - (reference.data[i] as number);
  }
  return { fine, coarse, difference, count };
}

/** One step of the reweighted fit, with the weights of the gains before. */
function solveWeighted({ fine, coarse, difference, count }: Samples, g1: number, g2: number, width: number) {
  let [aa, ab, bb, ae, be] = [RIDGE * count, 0, RIDGE * count, 0, 0];
  let residuals = 0;
  for (let k = 0; k < count; k++) {
    const a = fine[k] as number;
    const b = coarse[k] as number;
    const d = difference[k] as number;
    const residual = Math.abs(d - g1 * a - g2 * b);
    // An edit counts as the width at most, or a large one would keep the width wide.
    residuals += Math.min(width, residual);
    const weight = 1 / (1 + (residual / width) ** 2);
    aa += weight * a * a;
    ab += weight * a * b;
    bb += weight * b * b;
    ae += weight * a * d;
    be += weight * b * d;
  }
  const determinant = aa * bb - ab * ab;
  return {
    fine: (bb * ae - ab * be) / determinant,
    coarse: (aa * be - ab * ae) / determinant,
    meanResidual: residuals / count,
  };
}
