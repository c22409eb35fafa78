/**
 * How certainly each place of the overlap was edited: the strongest of the cues (see `cues.ts`), as a score of 0..1 with
 * 1/2 at the threshold.
 * @module
 */
import type { Plane } from '../raster.ts';
import type { Size } from '../registration/homography.ts';
import type { AlignedPictures } from './alignPictures.ts';
import { detailCue, meanCue, structureCue } from './cues.ts';
import { halved, halfSize, type LocalMoments, localMoments, robustDeviation } from './localStatistics.ts';
import { lumaChroma } from './lumaChroma.ts';

/** Half width of the structure window in half-grid cells; two passes of radius 3 are a Gaussian of sigma 5.7 px. */
const STRUCTURE_RADIUS = 3;
/** Bounds of the noise, levels: resampling alone makes the lower; edits, which are no noise, must not exceed the upper. */
const NOISE_MIN = 1;
const NOISE_MAX = 4;
/** NCC below which a place counts as bad for the look-alike test; shared recipe. */
const NCC_BAD = 0.6;
/** Least local standard deviation that counts as texture there, levels; and its multiple of the noise. */
const TEXTURE_MIN = 4;
const TEXTURE_PER_NOISE = 3;
/** Local mean difference that counts as an edit, levels; bench/verdict. */
const LUMA_DIFFERENCE = 12;
const CHROMA_DIFFERENCE = 8;
/** Least share of valid pixels in a cell and its window that may be judged. */
const SHARE_MIN = 0.5;

export interface LocalDifference extends Size {
  /** 1 where the cell can be judged. */
  readonly valid: Uint8Array;
  /** 0..1; 0 where not valid. */
  readonly score: Float32Array;
  /** 1 where a valid cell has texture to correlate. */
  readonly textured: Uint8Array;
  /** 1 where that texture's NCC is bad. */
  readonly bad: Uint8Array;
  /** Robust deviation of the luma difference, levels, within the bounds above. */
  readonly noise: number;
}

export function localDifference({ queryLow, fittedLow, inside }: AlignedPictures): LocalDifference {
  const query = lumaChroma(queryLow);
  const reference = lumaChroma(fittedLow);
  const coverage = halved(null, inside, queryLow);
  const noise = Math.min(NOISE_MAX, Math.max(NOISE_MIN, differenceDeviation(query[0], reference[0], inside)));
  const moments = localMoments(query[0], reference[0], inside, STRUCTURE_RADIUS);
  const valid = new Uint8Array(coverage.length);
  for (let i = 0; i < valid.length; i++)
    valid[i] = (coverage[i] as number) >= SHARE_MIN && (moments.share[i] as number) >= SHARE_MIN ? 1 : 0;
  const cues = [
    structureCue(moments, noise),
    detailCue(query[0], reference[0], valid, noise),
    ...query.map((plane, c) =>
      meanCue(plane, reference[c] as Plane, inside, valid, c === 0 ? LUMA_DIFFERENCE : CHROMA_DIFFERENCE),
    ),
  ];
  const score = new Float32Array(valid.length);
  for (const cue of cues)
    for (let i = 0; i < score.length; i++)
      if (valid[i] === 1) score[i] = Math.max(score[i] as number, Math.min(1, (cue[i] as number) - 0.5));
  return { ...halfSize(queryLow), valid, score, noise, ...correlated(moments, valid, noise) };
}

function correlated(
  moments: LocalMoments,
  valid: Uint8Array,
  noise: number,
): Pick<LocalDifference, 'textured' | 'bad'> {
  const textureMin = Math.max(TEXTURE_MIN, TEXTURE_PER_NOISE * noise) ** 2;
  const textured = new Uint8Array(valid.length);
  const bad = new Uint8Array(valid.length);
  for (let i = 0; i < valid.length; i++) {
    const q = moments.varianceQuery[i] as number;
    const r = moments.varianceReference[i] as number;
    if (valid[i] === 0 || Math.max(q, r) < textureMin) continue;
    textured[i] = 1;
    if ((moments.covariance[i] as number) < NCC_BAD * Math.sqrt((q + 1) * (r + 1))) bad[i] = 1;
  }
  return { textured, bad };
}

function differenceDeviation(query: Plane, reference: Plane, mask: Uint8Array): number {
  const difference = new Float32Array(query.data.length);
  for (let i = 0; i < difference.length; i++) difference[i] = (query.data[i] as number) - (reference.data[i] as number);
  return robustDeviation(difference, mask);
}
