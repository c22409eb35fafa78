/**
 * The presence map: where a picture that carries a known mark does not carry it. It is made of the submitted picture and its
 * payload alone, so it needs no original; and it says less than a comparison with one: a place without the mark was
 * replaced, painted over or treated since marking, a place with it may still have been moved with the whole picture. Where
 * the mark was too weak to be found in any case, it says nothing.
 * @module
 */
import type { TamperMap, TamperRegion } from '../../tamper/comparison.ts';
import { boxBlur } from '../../signal/blur/boxBlur.ts';
import { scaling } from '../affine.ts';
import { encodePayload } from '../payload/payloadFrame.ts';
import type { PictureView } from '../tile/spectrum/pictureAnalysis.ts';
import type { Extraction, KeyedTrack } from '../watermarkTrack.ts';
import { cellDeviations, cellSideOf } from './cellCorrelation.ts';
import { cellActivity, type Expectation } from './correlationPredictor.ts';
import { knownMark } from './knownMark.ts';
import { findMissingMark, type MissingMark, type MissingRegion } from './missingMark.ts';

/** A track that was searched for, and what came of it. */
export interface SearchedTrack extends KeyedTrack {
  readonly extraction: Extraction;
}

export interface PresenceTrack extends Expectation {
  readonly track: string;
  /** Z-score of the mark's correlation at its offset among those of all offsets. */
  readonly zScore: number;
}

/** Everything that was measured; plain numbers, all finite. */
export interface PresenceFacts {
  /** Those whose mark was looked for, with what was expected of it. */
  readonly tracks: readonly PresenceTrack[];
  /** Area fraction of the picture in which a missing mark would be seen, 0..1. */
  readonly assessableFraction: number;
  /** Area fraction of the picture in which it is missing, 0..1: all regions that count. */
  readonly missingFraction: number;
  /** Natural logarithm of the likelihood ratio of "missing" in the strongest region, whether it counts or not. */
  readonly evidence: number;
  /** Those that count, in pixels of the submitted picture, the strongest first, at most 32; `score` is the mean certainty. */
  readonly regions: readonly TamperRegion[];
}

export interface Presence extends PresenceFacts {
  readonly map: TamperMap;
}

/** A mark that stands out less than this was read with the help of another one, and its offset is not certain. */
export const PRESENCE_Z_MIN = 8;
const REGIONS_MAX = 32;

/**
 * @param view of the whole picture
 * @returns null if no track with carriers was read under one pose of that view, or none stands out clearly enough
 */
export function presenceMap(view: PictureView, searched: readonly SearchedTrack[]): Presence | null {
  const payload = searched.find(({ extraction }) => extraction.detected)?.extraction.payload;
  if (!payload) return null;
  const coded = encodePayload(payload);
  const known = searched.flatMap(({ track, key, extraction: { payload: own, pose } }) => {
    const { carriers } = track;
    if (!carriers || !pose || own?.join() !== payload.join()) return [];
    const likely = carriers.likelyScales(view.pictureWidth, view.pictureHeight);
    const poses = [pose, ...likely.map((scale) => scaling(scale * view.scale))];
    const mark = knownMark(view.spectrum, carriers.layoutOf(key), poses, coded);
    return mark.zScore >= PRESENCE_Z_MIN ? [{ id: track.id, mark }] : [];
  });
  const side = cellSideOf(view.whitened);
  if (known.length === 0 || Math.min(view.whitened.width, view.whitened.height) < side) return null;
  const layers = known.map(({ mark }) => cellDeviations(view.whitened, mark));
  const missing = findMissingMark(layers, cellActivity(view.luma), side);
  const certainty = certaintyOf(missing);
  const regions = missing.regions.slice(0, REGIONS_MAX);
  const cells = missing.columns * missing.rows;
  return {
    tracks: known.map(({ id, mark }, i) => ({
      track: id,
      zScore: mark.zScore,
      ...(missing.expectations[i] as Expectation),
    })),
    assessableFraction: assessableCells(missing) / cells,
    missingFraction: missing.regions.reduce((sum, { area }) => sum + area, 0) / cells,
    evidence: missing.strongest,
    regions: regions.map((region) => regionOf(region, missing, certainty, side / view.scale, view)),
    map: mapOf(missing, certainty, side, view.whitened),
  };
}

/** Half side of the window in which a missing mark should be seen, cells; and the deviation that sees it, squared. */
const ASSESSABLE_RADIUS = 3;
const ASSESSABLE_POWER = 16;

function assessableCells({ columns, rows, power }: MissingMark): number {
  const means = windowMeans(power, columns, rows, ASSESSABLE_RADIUS);
  const window = (2 * ASSESSABLE_RADIUS + 1) ** 2;
  let count = 0;
  for (let j = 0; j < means.length; j++) if ((means[j] as number) * window >= ASSESSABLE_POWER) count++;
  return count;
}

/** Radius of the window over which likelihoods are added up to a certainty, cells. */
const CERTAINTY_RADIUS = 1;

/** Probability that the mark is missing around each cell, were both equally likely before. */
function certaintyOf({ columns, rows, likelihood }: MissingMark): Float32Array {
  const window = (2 * CERTAINTY_RADIUS + 1) ** 2;
  const means = windowMeans(likelihood, columns, rows, CERTAINTY_RADIUS);
  for (let j = 0; j < means.length; j++) means[j] = 1 / (1 + Math.exp(-(means[j] as number) * window));
  return means;
}

function windowMeans(values: Float32Array, width: number, height: number, radius: number): Float32Array {
  const data = Float32Array.from(values);
  boxBlur({ width, height, data }, radius, 1, new Float32Array(data.length));
  return data;
}

function regionOf(
  { label, left, top, right, bottom, area }: MissingRegion,
  { columns, labels }: MissingMark,
  certainty: Float32Array,
  unit: number,
  { pictureWidth, pictureHeight }: PictureView,
): TamperRegion {
  let sum = 0;
  for (let row = top; row < bottom; row++)
    for (let column = left; column < right; column++)
      if (labels[row * columns + column] === label) sum += certainty[row * columns + column] as number;
  const x = Math.floor(left * unit);
  const y = Math.floor(top * unit);
  return {
    x,
    y,
    w: Math.min(pictureWidth, Math.ceil(right * unit)) - x,
    h: Math.min(pictureHeight, Math.ceil(bottom * unit)) - y,
    score: sum / area,
  };
}

/** View pixels of a pixel of the map. */
const MAP_STEP = 2;
/** Greys as in the tamper map: half the range where the mark is missing, a quarter where it merely seems to be. */
const MISSING_FROM = 128;
const UNCERTAIN_MAX = 63;

/** Black all over if no region counts. */
function mapOf(
  { columns, rows, regions, labels }: MissingMark,
  certainty: Float32Array,
  side: number,
  view: { readonly width: number; readonly height: number },
): TamperMap {
  const width = Math.max(1, Math.round(view.width / MAP_STEP));
  const height = Math.max(1, Math.round(view.height / MAP_STEP));
  const data = new Uint8Array(width * height);
  if (regions.length === 0) return { width, height, data };
  const counting = new Set(regions.map(({ label }) => label));
  const inside = Float32Array.from(labels, (label) => (counting.has(label) ? 1 : 0));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const column = ((x + 0.5) * MAP_STEP) / side - 0.5;
      const row = ((y + 0.5) * MAP_STEP) / side - 0.5;
      const share = between(certainty, columns, rows, column, row);
      data[y * width + x] = Math.round(
        between(inside, columns, rows, column, row) >= 0.5
          ? MISSING_FROM + (255 - MISSING_FROM) * share
          : UNCERTAIN_MAX * Math.max(0, 2 * share - 1),
      );
    }
  return { width, height, data };
}

/** Bilinear; beyond the outermost cells' centres their value. */
function between(values: Float32Array, columns: number, rows: number, column: number, row: number): number {
  const x = Math.max(0, Math.min(columns - 1, column));
  const y = Math.max(0, Math.min(rows - 1, row));
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [right, bottom] = [Math.min(columns - 1, left + 1), Math.min(rows - 1, top + 1)];
  const at = (i: number, j: number): number => values[j * columns + i] as number;
  const above = at(left, top) + (x - left) * (at(right, top) - at(left, top));
  const below = at(left, bottom) + (x - left) * (at(right, bottom) - at(left, bottom));
  return above + (y - top) * (below - above);
}
