/**
 * Removes a tone or colour change that holds for the whole picture: a monotone curve for each of R, G, B and a robust
 * affine mixing of the three, in the order and the colour space that explain the query best. Together they take in gamma,
 * contrast with clipping, white balance, saturation and grey. A local edit stays, because both fits are robust.
 * @module
 */
import { applyMixing, copyOf, fitMixing, type Mixing } from './colourMixing.ts';
import { ENCODED, LAB, LINEAR, type ColourSpace } from './colourSpaces.ts';
import type { ColourPlanes } from '../alignment/registeredColour.ts';
import { samplesAt } from './samplesAt.ts';
import { applyToneCurve, fitToneCurve, type ToneCurve } from './toneCurve.ts';

/** Pixels that curves are fitted on, so that rare levels fill their bins too. */
const SAMPLES_MAX = 20_000;
/** Every how many of them a mixing, which has twelve unknowns, is fitted on; odd as the stride of the samples is. */
const MIXING_STRIDE = 5;
/** Fewer pixels than this fix no mixing; the picture is left as it is. */
const SAMPLES_MIN = 64;
/** A model must lower the residual to this fraction of a simpler one's: more freedom always lowers it a little. */
const RESIDUAL_GAIN = 0.95;
/** Levels from which a residual is an edit's. */
const RESIDUAL_MAX = 20;

/** One step of a fit, to be applied in order. */
type Step = { readonly curves: readonly ToneCurve[] } | { readonly mixing: Mixing };

/** What was done to the colours of the whole picture. */
export interface ColourFit {
  /** Index into `MODELS`; null if there was too little to fit. */
  readonly model: number | null;
  readonly steps: readonly Step[];
}

/** Finds a step that brings the reference nearer to the query. */
type StepFit = (query: ColourPlanes, reference: ColourPlanes) => Step;

const mixingIn =
  (space: ColourSpace): StepFit =>
  (query, reference) => ({ mixing: fitMixing(thinned(query), thinned(reference), space) });

const curves: StepFit = (query, reference) => {
  const everywhere = new Uint8Array(query.channels[0].length).fill(1);
  const fitted = reference.channels.map((channel, c) =>
    fitToneCurve(channel, query.channels[c] as Float32Array, everywhere),
  );
  return { curves: fitted };
};

/** The simplest first. Gamma then grey is not grey then gamma; grey of light is not grey of samples. */
const MODELS: readonly (readonly StepFit[])[] = [
  [curves],
  [curves, mixingIn(ENCODED)],
  [mixingIn(ENCODED), curves],
  [mixingIn(LINEAR), curves],
  [mixingIn(LAB), curves],
];

const ALL_MODELS: readonly number[] = MODELS.map((_, index) => index);

/**
 * Fits the query's tone change: of all models the one with the smallest residuals, unless a simpler one does as well.
 * @param query, reference low-passed, so that misregistration by a fraction of a pixel counts little
 * @param mask 1 where both pictures have a pixel
 * @param models which of `MODELS` are tried; default all
 */
export function fitColour(
  query: ColourPlanes,
  reference: ColourPlanes,
  mask: Uint8Array,
  models: readonly number[] = ALL_MODELS,
): ColourFit {
  const indices = sampleIndices(mask);
  if (indices.length < SAMPLES_MIN) return { model: null, steps: [] };
  const target = picked(query, indices);
  const source = picked(reference, indices);
  let best: ColourFit = { model: null, steps: [] };
  let min = Number.POSITIVE_INFINITY;
  for (const model of models) {
    const fitted = copyOf(source);
    const steps = (MODELS[model] ?? []).map((find) => {
      const step = find(target, fitted);
      applyStep(step, fitted);
      return step;
    });
    const residual = meanResidual(target, fitted);
    if (residual >= RESIDUAL_GAIN * min) continue;
    best = { model, steps };
    min = residual;
  }
  return best;
}

/** The picture as it would look after the query's tone change; a new one. */
export function withColourFit(fit: ColourFit, picture: ColourPlanes): ColourPlanes {
  const out = copyOf(picture);
  for (const step of fit.steps) applyStep(step, out);
  return out;
}

function applyStep(step: Step, picture: ColourPlanes): void {
  if ('mixing' in step) applyMixing(step.mixing, picture);
  else step.curves.forEach((curve, c) => applyToneCurve(curve, picture.channels[c] as Float32Array));
}

/** Mean over the pixels of the largest channel residual, bounded so that edits count like any other large one. */
function meanResidual(query: ColourPlanes, fitted: ColourPlanes): number {
  const count = query.channels[0].length;
  let sum = 0;
  for (let i = 0; i < count; i++) {
    let max = 0;
    for (let c = 0; c < 3; c++) {
      const q = (query.channels[c] as Float32Array)[i] as number;
      max = Math.max(max, Math.abs(q - ((fitted.channels[c] as Float32Array)[i] as number)));
    }
    sum += Math.min(RESIDUAL_MAX, max);
  }
  return sum / count;
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

/** The pixels at `indices` as a picture of one line. */
function picked({ channels: [r, g, b] }: ColourPlanes, indices: Int32Array): ColourPlanes {
  return {
    width: indices.length,
    height: 1,
    channels: [samplesAt(r, indices), samplesAt(g, indices), samplesAt(b, indices)],
  };
}

/** Every `MIXING_STRIDE`-th pixel of a picture of one line; all of a small one. */
function thinned(line: ColourPlanes): ColourPlanes {
  const stride = line.width < SAMPLES_MIN * MIXING_STRIDE ? 1 : MIXING_STRIDE;
  const indices = new Int32Array(Math.ceil(line.width / stride));
  for (let k = 0; k < indices.length; k++) indices[k] = k * stride;
  return picked(line, indices);
}
