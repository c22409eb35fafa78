/**
 * How certainly each place of the overlap was edited, from three cues on the half grid:
 *   structure  1 - NCC of luma where either picture has texture: another object, a removed one, text;
 *   tone       the local mean of the luma difference: flat patches painted over;
 *   colour     the same for Cb and Cr: objects that were recoloured.
 * Each cue is a ramp from 0 to 1; the largest counts.
 * @module
 */
import type { Plane } from '../raster.ts';
import type { Size } from '../registration/homography.ts';
import { halved, halfSize, localMeanDifference, localMoments, robustDeviation } from './localStatistics.ts';
import type { ColourPlanes } from './registeredColour.ts';

/** Half width of the windows in half-grid cells; two passes of radius 3 are a Gaussian of sigma 5.7 px. */
const STRUCTURE_RADIUS = 3;
const MEAN_RADIUS = 2;
/** NCC at which the structure cue is 0 and 1. */
const NCC_SAME = 0.75;
const NCC_EDITED = 0.25;
/** NCC below which a place counts as bad for the look-alike test; README-measured recipe. */
const NCC_BAD = 0.6;
/** Least local standard deviation that counts as texture, levels; and its multiple of the picture's noise. */
const TEXTURE_MIN = 4;
const TEXTURE_PER_NOISE = 3;
/** Local mean difference at which the tone or colour cue reaches 1/2, levels; and its multiple of its own spread. */
const LUMA_DIFFERENCE = 12;
const CHROMA_DIFFERENCE = 8;
const DIFFERENCE_PER_SPREAD = 6;
/** Least share of valid pixels in a window that may be judged. */
const SHARE_MIN = 0.5;

export interface LocalDifference extends Size {
  /** 1 where the cell can be judged. */
  readonly valid: Uint8Array;
  /** 0..1; 0 where not valid. */
  readonly score: Float32Array;
  /** Share of textured valid cells whose NCC is bad; 0 if nothing is textured. */
  readonly badNccShare: number;
  /** Textured valid cells over valid cells. */
  readonly texturedShare: number;
  /** Robust deviation of the luma difference, levels. */
  readonly noise: number;
}

const clamp01 = (value: number): number => Math.min(1, Math.max(0, value));

/** Y, Cb, Cr without offset: ITU-R BT.601-7, 2.5.1 and 2.5.2. */
export function lumaChroma(picture: ColourPlanes): readonly [Plane, Plane, Plane] {
  const [red, green, blue] = picture.channels;
  const { width, height } = picture;
  const y = new Float32Array(red.length);
  const cb = new Float32Array(red.length);
  const cr = new Float32Array(red.length);
  for (let i = 0; i < y.length; i++) {
    const r = red[i] as number;
    const b = blue[i] as number;
    const value = 0.299 * r + 0.587 * (green[i] as number) + 0.114 * b;
    y[i] = value;
    cb[i] = (b - value) / 1.772;
    cr[i] = (r - value) / 1.402;
  }
  const wrap = (data: Float32Array): Plane => ({ width, height, data });
  return [wrap(y), wrap(cb), wrap(cr)];
}

/**
 * @param query     low-passed colours
 * @param reference the same, registered and of the query's tone
 * @param mask      1 where both have a pixel
 */
export function localDifference(query: ColourPlanes, reference: ColourPlanes, mask: Uint8Array): LocalDifference {
  const half = halfSize(query);
  const coverage = halved(null, mask, query);
  const queryParts = lumaChroma(query);
  const referenceParts = lumaChroma(reference);
  const moments = localMoments(queryParts[0], referenceParts[0], mask, STRUCTURE_RADIUS);
  const valid = new Uint8Array(coverage.length);
  for (let i = 0; i < valid.length; i++)
    valid[i] = (coverage[i] as number) >= SHARE_MIN && (moments.share[i] as number) >= SHARE_MIN ? 1 : 0;

  const noise = robustNoise(queryParts[0], referenceParts[0], mask);
  const textureMin = Math.max(TEXTURE_MIN, TEXTURE_PER_NOISE * noise);
  const score = new Float32Array(valid.length);
  let textured = 0;
  let bad = 0;
  let judged = 0;
  for (let i = 0; i < score.length; i++) {
    if (valid[i] === 0) continue;
    judged++;
    const varianceQ = moments.varianceQuery[i] as number;
    const varianceR = moments.varianceReference[i] as number;
    if (Math.max(varianceQ, varianceR) < textureMin * textureMin) continue;
    textured++;
    const ncc = (moments.covariance[i] as number) / Math.sqrt((varianceQ + 1) * (varianceR + 1));
    if (ncc < NCC_BAD) bad++;
    score[i] = clamp01((NCC_SAME - ncc) / (NCC_SAME - NCC_EDITED));
  }
  for (let c = 0; c < 3; c++) {
    const difference = localMeanDifference(queryParts[c] as Plane, referenceParts[c] as Plane, mask, MEAN_RADIUS);
    const spread = robustDeviation(difference, valid);
    const limit = Math.max(c === 0 ? LUMA_DIFFERENCE : CHROMA_DIFFERENCE, DIFFERENCE_PER_SPREAD * spread);
    for (let i = 0; i < score.length; i++)
      if (valid[i] === 1)
        score[i] = Math.max(score[i] as number, clamp01(Math.abs(difference[i] as number) / limit - 0.5));
  }
  return {
    ...half,
    valid,
    score,
    noise,
    badNccShare: textured > 0 ? bad / textured : 0,
    texturedShare: judged > 0 ? textured / judged : 0,
  };
}

function robustNoise(query: Plane, reference: Plane, mask: Uint8Array): number {
  const difference = new Float32Array(query.data.length);
  for (let i = 0; i < difference.length; i++) difference[i] = (query.data[i] as number) - (reference.data[i] as number);
  return robustDeviation(difference, mask);
}
