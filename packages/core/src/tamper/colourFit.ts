/**
 * Removes a tone or colour change that holds for the whole picture: a monotone curve for each of R, G, B, then a robust
 * affine mixing of the three,
 *     q = A f(p) + b,
 * which together take in gamma, contrast with clipping, white balance, saturation and grey. A local edit stays, because
 * both fits are robust: medians, and weights that fall with the residual (IRLS, Cauchy weights, Holland, Welsch 1977).
 * @module
 */
import type { ColourPlanes } from './registeredColour.ts';
import { applyToneCurve, fitToneCurve, type ToneCurve } from './toneCurve.ts';

/** Pixels that the mixing is fitted on; more change nothing measurable. */
const SAMPLES_MAX = 20_000;
const ITERATIONS = 6;
/** Pulls the mixing to the identity where the picture says nothing (grey or one-coloured): levels^2 a sample. */
const RIDGE = 4;
/** Least width of the Cauchy weight, levels: recompression noise must not look like an outlier. */
const WIDTH_MIN = 3;
/** Fewer pixels than this fix no mixing; the picture is left as it is. */
const SAMPLES_MIN = 64;
/** Levels from which a residual is an edit's. */
const RESIDUAL_MAX = 20;

/** One step of a fit, to be applied in order. */
type Step = { readonly curves: readonly ToneCurve[] } | { readonly mixing: Mixing };

/** What was done to the colours of the whole picture. */
export type ColourFit = readonly Step[];

/**
 * Fits the query's tone change. Both orders of curves and mixing are tried, since gamma then grey is not grey then gamma;
 * the one with the smaller residuals is given.
 * @param query, reference low-passed, so that misregistration by a fraction of a pixel counts little
 * @param mask 1 where both pictures have a pixel
 */
export function fitColour(query: ColourPlanes, reference: ColourPlanes, mask: Uint8Array): ColourFit {
  const samples = sampleIndices(mask);
  if (samples.length < SAMPLES_MIN) return [];
  const curvesFirst = copyOf(reference);
  const curves = fitCurves(query, curvesFirst, mask);
  applyStep(curves, curvesFirst);
  const mixing: Step = { mixing: fitMixing(query, curvesFirst, samples) };
  applyStep(mixing, curvesFirst);
  const mixedFirst = copyOf(reference);
  const firstMixing: Step = { mixing: fitMixing(query, mixedFirst, samples) };
  applyStep(firstMixing, mixedFirst);
  const lastCurves = fitCurves(query, mixedFirst, mask);
  applyStep(lastCurves, mixedFirst);
  const isMixedBetter = meanResidual(query, mixedFirst, samples) < meanResidual(query, curvesFirst, samples);
  return isMixedBetter ? [firstMixing, lastCurves] : [curves, mixing];
}

/** The picture as it would look after the query's tone change; a new one. */
export function withColourFit(fit: ColourFit, picture: ColourPlanes): ColourPlanes {
  const out = copyOf(picture);
  for (const step of fit) applyStep(step, out);
  return out;
}

const copyOf = (picture: ColourPlanes): ColourPlanes => {
  const [r, g, b] = picture.channels;
  return { width: picture.width, height: picture.height, channels: [r.slice(), g.slice(), b.slice()] };
};

const fitCurves = (query: ColourPlanes, reference: ColourPlanes, mask: Uint8Array): Step => ({
  curves: reference.channels.map((channel, c) => fitToneCurve(channel, query.channels[c] as Float32Array, mask)),
});

function applyStep(step: Step, picture: ColourPlanes): void {
  if ('mixing' in step) applyMixing(step.mixing, picture);
  else step.curves.forEach((curve, c) => applyToneCurve(curve, picture.channels[c] as Float32Array));
}

/** Mean over the samples of the largest channel residual, bounded so that edits count like any other large one. */
function meanResidual(query: ColourPlanes, reference: ColourPlanes, samples: Int32Array): number {
  let sum = 0;
  for (let s = 0; s < samples.length; s++)
    sum += Math.min(RESIDUAL_MAX, residualAt(IDENTITY_MIXING, query, reference, samples[s] as number));
  return sum / samples.length;
}

function sampleIndices(mask: Uint8Array): Int32Array {
  let count = 0;
  for (let i = 0; i < mask.length; i++) count += mask[i] as number;
  // An odd stride, so that the samples do not fall on few columns of a picture of even width.
  const stride = Math.ceil(count / SAMPLES_MAX) | 1;
  const out = new Int32Array(Math.ceil(count / stride));
  for (let i = 0, seen = 0, at = 0; i < mask.length; i++) if (mask[i] === 1 && seen++ % stride === 0) out[at++] = i;
  return out;
}

/** Rows of A with b as the fourth column. */
type Mixing = Float64Array;

const IDENTITY_MIXING: Mixing = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);

function fitMixing(query: ColourPlanes, reference: ColourPlanes, samples: Int32Array): Mixing {
  let mixing: Mixing = IDENTITY_MIXING;
  const residuals = new Float32Array(samples.length);
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    for (let s = 0; s < samples.length; s++) residuals[s] = residualAt(mixing, query, reference, samples[s] as number);
    const middle = residuals.slice().sort()[samples.length >> 1] as number;
    mixing = solveMixing(query, reference, samples, residuals, Math.max(WIDTH_MIN, 1.5 * middle));
  }
  return mixing;
}

/** Largest absolute residual of the three channels. */
function residualAt(mixing: Mixing, query: ColourPlanes, reference: ColourPlanes, i: number): number {
  const [r, g, b] = reference.channels;
  let most = 0;
  for (let c = 0; c < 3; c++) {
    const fitted = mixed(mixing, 4 * c, r[i] as number, g[i] as number, b[i] as number);
    most = Math.max(most, Math.abs(((query.channels[c] as Float32Array)[i] as number) - fitted));
  }
  return most;
}

const mixed = (mixing: Mixing, row: number, r: number, g: number, b: number): number =>
  (mixing[row] as number) * r +
  (mixing[row + 1] as number) * g +
  (mixing[row + 2] as number) * b +
  (mixing[row + 3] as number);

/** Weighted least squares for all three rows, with the ridge towards the identity. */
function solveMixing(
  query: ColourPlanes,
  reference: ColourPlanes,
  samples: Int32Array,
  residuals: Float32Array,
  width: number,
): Mixing {
  const normal = new Float64Array(16);
  const right = new Float64Array(12);
  const x = new Float64Array(4);
  for (let s = 0; s < samples.length; s++) {
    const i = samples[s] as number;
    const weight = 1 / (1 + ((residuals[s] as number) / width) ** 2);
    for (let k = 0; k < 3; k++) x[k] = (reference.channels[k] as Float32Array)[i] as number;
    x[3] = 1;
    for (let j = 0; j < 4; j++) {
      const weighted = weight * (x[j] as number);
      for (let k = 0; k < 4; k++) normal[4 * j + k] = (normal[4 * j + k] as number) + weighted * (x[k] as number);
      for (let c = 0; c < 3; c++)
        right[4 * c + j] = (right[4 * c + j] as number) + weighted * ((query.channels[c] as Float32Array)[i] as number);
    }
  }
  const pull = RIDGE * samples.length;
  for (let k = 0; k < 3; k++) {
    normal[5 * k] = (normal[5 * k] as number) + pull;
    right[5 * k] = (right[5 * k] as number) + pull;
  }
  const out = new Float64Array(12);
  for (let c = 0; c < 3; c++) out.set(solve4(normal, right.subarray(4 * c, 4 * c + 4)), 4 * c);
  return out;
}

/** Solves the symmetric positive system by Gauss elimination; the ridge and the constant column keep it regular. */
function solve4(normal: Float64Array, right: Float64Array): Float64Array {
  const a = normal.slice();
  const b = right.slice();
  for (let k = 0; k < 4; k++) {
    const pivot = a[4 * k + k] as number;
    for (let row = k + 1; row < 4; row++) {
      const factor = (a[4 * row + k] as number) / pivot;
      for (let column = k; column < 4; column++)
        a[4 * row + column] = (a[4 * row + column] as number) - factor * (a[4 * k + column] as number);
      b[row] = (b[row] as number) - factor * (b[k] as number);
    }
  }
  for (let k = 3; k >= 0; k--) {
    let sum = b[k] as number;
    for (let column = k + 1; column < 4; column++) sum -= (a[4 * k + column] as number) * (b[column] as number);
    b[k] = sum / (a[4 * k + k] as number);
  }
  return b;
}

/** Applies A and b to every pixel, clamped to [0, 255] as the query's samples are. */
function applyMixing(mixing: Mixing, picture: ColourPlanes): void {
  const [red, green, blue] = picture.channels;
  for (let i = 0; i < red.length; i++) {
    const r = red[i] as number;
    const g = green[i] as number;
    const b = blue[i] as number;
    red[i] = Math.min(255, Math.max(0, mixed(mixing, 0, r, g, b)));
    green[i] = Math.min(255, Math.max(0, mixed(mixing, 4, r, g, b)));
    blue[i] = Math.min(255, Math.max(0, mixed(mixing, 8, r, g, b)));
  }
}
