/**
 * Removes a change of sharpness or local contrast that holds for the whole picture (blur, sharpening, denoising, clarity, what
 * resizing and coding take): with B_k bands of the reference r,
 *     q = r + sum_k g_k B_k,   B_k = G_(k-1) * r - G_k * r,   G_0 * r = r,
 * and the gains by robust least squares (Cauchy weights that narrow, see colourMixing.ts). Without it, a place of fine texture
 * differs more after a blur than a place of coarse texture of the same contrast, and would be taken for an edit.
 * @module
 */
import type { Plane, Size } from '../../raster.ts';
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

/** G_k * r; those wider than `WIDE` on a smaller picture. */
interface Blurs {
  readonly narrow: readonly Plane[];
  readonly wide: readonly Plane[];
}

/** Those of the reference are asked for in every round of a comparison. */
const seen = new WeakMap<Float32Array, Blurs>();

function blursOf(reference: Plane): Blurs {
  const blurs = seen.get(reference.data) ?? madeBlurs(reference);
  seen.set(reference.data, blurs);
  return blurs;
}

function madeBlurs(reference: Plane): Blurs {
  const small = reducePlane(reference, Math.ceil(reference.width / SHRINK), Math.ceil(reference.height / SHRINK));
  return {
    narrow: SIGMAS.filter((sigma) => sigma <= WIDE).map((sigma) => sharedBlur(reference, sigma)),
    wide: SIGMAS.filter((sigma) => sigma > WIDE).map((sigma) => gaussianBlur(small, sigma / SHRINK, { truncate: 3 })),
  };
}

/**
 * The reference as sharp as the query; a new plane.
 * @param query, reference luma of the same tone, low-passed; nobody writes to the reference any more
 * @param mask 1 where both have a pixel
 */
export function withSharpnessOf(query: Plane, reference: Plane, mask: Uint8Array): Plane {
  const blurs = blursOf(reference);
  const gains = fitGains(query, reference, blurs, mask);
  // r + sum_k g_k (G_(k-1) * r - G_k * r), by the G: each has the weight g_(k+1) - g_k.
  const weights = Array.from({ length: SIGMAS.length + 1 }, (_, k) => (gains[k] ?? 0) - (gains[k - 1] ?? 0));
  const [own, first, second, ...wide] = weights as [number, number, number, ...number[]];
  const [a, b] = blurs.narrow.map(({ data }) => data) as [Float32Array, Float32Array];
  const far = wideSum(blurs.wide, wide, reference);
  const { width, height, data: r } = reference;
  const data = new Float32Array(r.length);
  for (let i = 0; i < data.length; i++)
    data[i] = (1 + own) * (r[i] as number) + first * (a[i] as number) + second * (b[i] as number) + (far[i] as number);
  return { width, height, data };
}

/** What the wide blurs add: summed while they are small. */
function wideSum(blurs: readonly Plane[], weights: readonly number[], { width, height }: Size): Float32Array {
  const [first] = blurs as [Plane];
  const sum = { ...first, data: new Float32Array(first.data.length) };
  blurs.forEach(({ data }, k) => addScaled(data, weights[k] as number, sum.data));
  return resizeBilinear(sum, width, height).data;
}

function addScaled(from: Float32Array, gain: number, to: Float32Array): void {
  for (let i = 0; i < to.length; i++) to[i] = (to[i] as number) + gain * (from[i] as number);
}

function fitGains(query: Plane, reference: Plane, blurs: Blurs, mask: Uint8Array): readonly number[] {
  const samples = sampled(query, reference, blurs, mask);
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

/** One plane of samples for each of `SIGMAS`. */
type Bands = readonly Float32Array[];

interface Samples {
  readonly bands: Bands;
  readonly difference: Float32Array;
  readonly count: number;
}

function sampled(query: Plane, reference: Plane, { narrow, wide }: Blurs, mask: Uint8Array): Samples {
  const stride = Math.max(1, Math.floor(mask.length / SAMPLES_MAX)) | 1;
  const places = new Int32Array(Math.ceil(mask.length / stride));
  let count = 0;
  for (let i = 0; i < mask.length; i += stride) if (mask[i] === 1) places[count++] = i;
  const kept = places.subarray(0, count);
  const levels = [
    picked(reference, kept),
    ...narrow.map((blur) => picked(blur, kept)),
    ...wide.map((blur) => pickedEnlarged(blur, kept, reference)),
  ];
  const bands = SIGMAS.map((_, k) => difference(levels[k] as Float32Array, levels[k + 1] as Float32Array));
  return { bands, difference: difference(picked(query, kept), levels[0] as Float32Array), count };
}

function picked({ data }: Plane, places: Int32Array): Float32Array {
  const out = new Float32Array(places.length);
  for (let k = 0; k < out.length; k++) out[k] = data[places[k] as number] as number;
  return out;
}

/** As `picked` has them of `resizeBilinear`, at a few places. */
function pickedEnlarged(small: Plane, places: Int32Array, { width, height }: Size): Float32Array {
  const out = new Float32Array(places.length);
  const [right, bottom] = [Math.max(0, small.width - 2), Math.max(0, small.height - 2)];
  const [aside, below] = [small.width > 1 ? 1 : 0, small.height > 1 ? small.width : 0];
  const centre = (i: number, inner: number, outer: number): number =>
    Math.min(Math.max(((i + 0.5) * inner) / outer - 0.5, 0), inner - 1);
  for (let k = 0; k < out.length; k++) {
    const place = places[k] as number;
    const u = centre(place % width, small.width, width);
    const v = centre(Math.floor(place / width), small.height, height);
    const left = Math.min(Math.floor(u), right);
    const top = Math.min(Math.floor(v), bottom);
    const at = top * small.width + left;
    const read = (i: number): number =>
      (small.data[i] as number) * (1 - u + left) + (small.data[i + aside] as number) * (u - left);
    out[k] = read(at) * (1 - v + top) + read(at + below) * (v - top);
  }
  return out;
}

/** One step of the reweighted fit, with the weights of the gains before. Sums of the four bands are named, for in arrays they take three times as long. */
export function solveWeighted({ bands, difference, count }: Samples, before: Float64Array, width: number) {
  const [first, second, third, fourth] = bands as [Float32Array, Float32Array, Float32Array, Float32Array];
  const [g0, g1, g2, g3] = before as unknown as [number, number, number, number];
  let [n00, n11, n22, n33] = [RIDGE * count, RIDGE * count, RIDGE * count, RIDGE * count];
  let [n10, n20, n21, n30, n31, n32] = [0, 0, 0, 0, 0, 0];
  let [r0, r1, r2, r3] = [0, 0, 0, 0];
  let residuals = 0;
  for (let i = 0; i < count; i++) {
    const d = difference[i] as number;
    const b0 = first[i] as number;
    const b1 = second[i] as number;
    const b2 = third[i] as number;
    const b3 = fourth[i] as number;
    const residual = Math.abs(d - g0 * b0 - g1 * b1 - g2 * b2 - g3 * b3);
    // An edit counts as the width at most, or a large one would keep the width wide.
    residuals += Math.min(width, residual);
    const weight = 1 / (1 + (residual / width) ** 2);
    const w0 = weight * b0;
    const w1 = weight * b1;
    const w2 = weight * b2;
    const w3 = weight * b3;
    r0 += w0 * d;
    r1 += w1 * d;
    r2 += w2 * d;
    r3 += w3 * d;
    n00 += w0 * b0;
    n10 += w1 * b0;
    n11 += w1 * b1;
    n20 += w2 * b0;
    n21 += w2 * b1;
    n22 += w2 * b2;
    n30 += w3 * b0;
    n31 += w3 * b1;
    n32 += w3 * b2;
    n33 += w3 * b3;
  }
  const right = Float64Array.of(r0, r1, r2, r3);
  // The lower triangle is all that is read.
  const normal = Float64Array.of(n00, 0, 0, 0, n10, n11, 0, 0, n20, n21, n22, 0, n30, n31, n32, n33);
  factorise(normal, SIGMAS.length);
  solveFactorised(normal, SIGMAS.length, right);
  return { gains: right, meanResidual: residuals / count };
}
