/**
 * How much each place of the overlap differs beyond what its picture makes expected: the strongest of the cues of single places
 * (see `structureCue.ts`), what only the mean of a window shows (`windowScan.ts`), and the evidence of every pixel for the shape of what
 * is found (see `regionShape.ts`).
 * @module
 */
import { once } from '../../once.ts';
import type { Plane, Size } from '../../raster.ts';
import { resizeBilinear } from '../../signal/resample/resize.ts';
import type { AlignedPictures } from '../alignment/alignPictures.ts';
import { comparablePixels } from '../alignment/clipping.ts';
import { colourCue } from './colourCue.ts';
import { type LostContent, lostContent } from './lostContent.ts';
import { meanLimit, relativeAmplification, structureCue } from './structureCue.ts';
import { detailCue } from './detailCue.ts';
import {
  halved,
  halfSize,
  localMeanDifference,
  type LocalMoments,
  localVariance,
  momentsWithin,
  robustDeviation,
} from './localStatistics.ts';
import { lumaChroma, lumaOf } from '../globalFit/lumaChroma.ts';
import { withSharpnessOf } from '../globalFit/sharpnessFit.ts';
import { toneChange } from '../globalFit/toneShift.ts';
import { SCAN_THRESHOLDS, scanWindows, type WindowScan } from './windowScan.ts';

/** Half width of the windows of structure and of means in half-grid cells; two passes of radius 2 are a Gaussian of sigma 4 px. */
const STRUCTURE_RADIUS = 2;
/** The same for the look-alike test, whose correlation needs more samples: sigma 5.7 px. */
const CORRELATION_RADIUS = 3;
/** Bounds of the noise, levels: resampling alone makes the lower; edits, which are no noise, must not exceed the upper. */
const NOISE_MIN = 1;
const NOISE_MAX = 4;
/** NCC below which a place counts as bad for the look-alike test; shared recipe. */
const NCC_BAD = 0.6;
/** Least local standard deviation that counts as texture there, levels; and its multiple of the noise. */
const TEXTURE_MIN = 4;
const TEXTURE_PER_NOISE = 3;
/** Part of the variance of a place with texture that is the stored picture's, at least, where it can be lost. */
const STORED_PART = 0.25;
/** Local mean difference that counts as an edit, levels; bench/verdict. */
const LUMA_DIFFERENCE = 12;
const CHROMA_DIFFERENCE = 8;
/** A mean difference at its limit stands for a structure this many times what is expected; bench/verdict. */
const RATIO_PER_MEAN = 1.95;
/** Least fraction of valid pixels in a cell and its window that may be judged. */
const FRACTION_MIN = 0.5;
/** Differences of single pixels spread wider than those of windows, by about this factor. */
const PIXEL_SPREAD = 1.5;
/** Bounds of the spread of chroma differences, levels. */
const CHROMA_SPREAD_MIN = 1;
const CHROMA_SPREAD_MAX = 3;

export interface LocalDifference extends Size {
  /** 1 where the cell can be judged. */
  readonly valid: Uint8Array;
  /** How many times what is expected of an unedited place; 0 where not valid. */
  readonly ratio: Float32Array;
  /** 1 where a valid cell has texture to correlate. */
  readonly textured: Uint8Array;
  /** 1 where that texture's NCC is bad. */
  readonly bad: Uint8Array;
  /** Robust deviation of the luma difference, levels, within the bounds above. */
  readonly noise: number;
  /** For every pixel of the working picture, see `regionShape.ts`; 0 outside the overlap. Made when a region is found. */
  readonly evidence: () => Float32Array;
  /** Windows of weak changes. */
  readonly windows: WindowScan;
  /** Regions that show something else, whatever their texture leads one to expect. */
  readonly lost: LostContent;
}

export function localDifference(aligned: AlignedPictures): LocalDifference {
  const { queryLow, referenceLow, fittedLow } = aligned;
  const inside = comparablePixels(aligned);
  const query = lumaChroma(queryLow);
  const [luma, ...chroma] = lumaChroma(fittedLow);
  const reference: Planes = [withSharpnessOf(query[0], luma, inside), ...chroma];
  const coverage = halved(null, inside, queryLow);
  const noise = bounded(robustDeviation(query[0].data, reference[0].data, inside));
  const radii = [STRUCTURE_RADIUS, CORRELATION_RADIUS];
  const [moments, wide] = momentsWithin(query[0], reference[0], inside, radii) as [LocalMoments, LocalMoments];
  const valid = validCells(coverage, moments.validFraction);
  const original = localVariance(lumaChroma(referenceLow)[0], inside, STRUCTURE_RADIUS);
  const amplification = relativeAmplification(moments.varianceReference, original, valid);
  const structure = structureCue(moments, amplification, valid);
  const ratio = valuesOf(structure.ratio, valid);
  const meanOf = (c: 1 | 2): Float32Array => localMeanDifference(query[c], reference[c], inside, STRUCTURE_RADIUS);
  const chromaMeans = [meanOf(1), meanOf(2)] as const;
  raiseToMeans(moments.meanDifference, valid, LUMA_DIFFERENCE, ratio);
  for (const mean of chromaMeans) raiseToMeans(mean, valid, CHROMA_DIFFERENCE, ratio);
  const evidence = once(() => pixelEvidence(query, reference, inside, structure.expected));
  const windows = scannedWindows(aligned, inside, valid, amplification, chromaMeans);
  const size = halfSize(queryLow);
  const correlation = correlated(wide, valid, noise);
  const { stored: textured, bad } = correlation;
  const lost = lostContent({ ...size, valid, textured, bad });
  return { ...size, valid, ratio, noise, evidence, windows, lost, textured: correlation.textured, bad };
}

const bounded = (deviation: number): number => Math.min(NOISE_MAX, Math.max(NOISE_MIN, deviation));

/** `LocalDifference.noise`, but for what a change of sharpness explains of it. */
export const noiseIn = ({ queryLow, fittedLow, inside }: AlignedPictures): number =>
  bounded(robustDeviation(lumaOf(queryLow).data, lumaOf(fittedLow).data, inside));

function validCells(coverage: Float32Array, ofWindow: Float32Array): Uint8Array {
  const valid = new Uint8Array(coverage.length);
  for (let i = 0; i < valid.length; i++)
    valid[i] = (coverage[i] as number) >= FRACTION_MIN && (ofWindow[i] as number) >= FRACTION_MIN ? 1 : 0;
  return valid;
}

/** 0 where not valid. */
function valuesOf(values: Float32Array, valid: Uint8Array): Float32Array {
  const out = new Float32Array(valid.length);
  for (let i = 0; i < out.length; i++) if (valid[i] === 1) out[i] = values[i] as number;
  return out;
}

/** Where a mean difference is farther beyond its limit than the ratio says, it counts. */
function raiseToMeans(mean: Float32Array, valid: Uint8Array, differenceMin: number, ratio: Float32Array): void {
  const perLevel = RATIO_PER_MEAN / meanLimit(mean, valid, differenceMin);
  for (let i = 0; i < ratio.length; i++)
    if (valid[i] === 1) ratio[i] = Math.max(ratio[i] as number, perLevel * Math.abs(mean[i] as number));
}

/** The stronger of both scans, and at each place the stronger mark. */
function scannedWindows(
  aligned: AlignedPictures,
  inside: Uint8Array,
  valid: Uint8Array,
  amplification: Float32Array,
  [cb, cr]: readonly [Float32Array, Float32Array],
): WindowScan {
  const { query, fitted } = aligned;
  const { lumaShift, chromaShift } = toneChange(aligned);
  const shift = lumaShift + chromaShift;
  const cells = halfSize(query);
  const detail = detailCue(lumaOf(query), lumaOf(fitted), inside, valid, amplification, shift);
  const found = scanWindows(detail, valid, cells, SCAN_THRESHOLDS.detail);
  const colour = colourCue(cb, cr, valid, shift);
  const recoloured = scanWindows(colour, valid, cells, SCAN_THRESHOLDS.colour);
  const marked = once(() => either(found.marked(), recoloured.marked()));
  return { strength: Math.max(found.strength, recoloured.strength), marked };
}

/** The larger at each place. */
function either(a: Float32Array, b: Float32Array): Float32Array {
  const out = new Float32Array(a.length);
  for (let i = 0; i < out.length; i++) out[i] = Math.max(a[i] as number, b[i] as number);
  return out;
}

type Planes = readonly [Plane, Plane, Plane];

/** E of `regionShape.ts`. @param expected of luma, on the half grid */
function pixelEvidence(query: Planes, reference: Planes, inside: Uint8Array, expected: Float32Array): Float32Array {
  const { width, height } = query[0];
  const luma = resizeBilinear({ ...halfSize(query[0]), data: expected }, width, height).data;
  const out = new Float32Array(inside.length);
  const [q, r] = [query[0].data, reference[0].data];
  for (let i = 0; i < out.length; i++) {
    if (inside[i] === 0) continue;
    const inUnits = ((q[i] as number) - (r[i] as number)) / (PIXEL_SPREAD * (luma[i] as number));
    out[i] = (inUnits * inUnits) / 2;
  }
  addChroma(query[1].data, reference[1].data, inside, out);
  addChroma(query[2].data, reference[2].data, inside, out);
  return out;
}

function addChroma(query: Float32Array, reference: Float32Array, inside: Uint8Array, out: Float32Array): void {
  const deviation = robustDeviation(query, reference, inside);
  const spread = PIXEL_SPREAD * Math.min(CHROMA_SPREAD_MAX, Math.max(CHROMA_SPREAD_MIN, deviation));
  for (let i = 0; i < out.length; i++) {
    if (inside[i] === 0) continue;
    const inUnits = ((query[i] as number) - (reference[i] as number)) / spread;
    out[i] = (out[i] as number) + (inUnits * inUnits) / 2;
  }
}

function correlated(
  moments: LocalMoments,
  valid: Uint8Array,
  noise: number,
): Pick<LocalDifference, 'textured' | 'bad'> & { readonly stored: Uint8Array } {
  const textureMin = Math.max(TEXTURE_MIN, TEXTURE_PER_NOISE * noise) ** 2;
  const textured = new Uint8Array(valid.length);
  const stored = new Uint8Array(valid.length);
  const bad = new Uint8Array(valid.length);
  for (let i = 0; i < valid.length; i++) {
    const q = moments.varianceQuery[i] as number;
    const r = moments.varianceReference[i] as number;
    if (valid[i] === 0 || Math.max(q, r) < textureMin) continue;
    textured[i] = 1;
    if (r >= STORED_PART * textureMin) stored[i] = 1;
    if ((moments.covariance[i] as number) < NCC_BAD * Math.sqrt((q + 1) * (r + 1))) bad[i] = 1;
  }
  return { textured, stored, bad };
}
