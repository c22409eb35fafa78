/**
 * Where could the strong pilots be? Candidates for the affine map, best first, from the power spectrum alone:
 *  - rotation and scale, from the correlation of the log-polar map with the constellation:
 *        score(phi, zeta) = sum_p M[angle_p + phi, ln r_p + zeta];
 *  - unequal scales of x and y without rotation, by a plain grid.
 * Each also for the mirrored picture.
 * @module
 */
import { type Affine, similarity } from './affine.ts';
import { type Constellation, STRONG_PILOTS } from './constellation.ts';
import { ANGLE_STEP_DEG, ANGLES, LOG_RADIUS_MIN, LOG_STEP, type LogPolarMap, RADII } from './logPolarMap.ts';
import type { HalfPower } from './pictureSpectrum.ts';

export interface Candidate {
  readonly affine: Affine;
  /** Standard deviations of the score above its mean. */
  readonly score: number;
  readonly model: 'similarity' | 'aspect';
}

/** View pixels per canonical pixel that the search covers. */
const SCALE_MAX = 2.4;
const SCALE_MIN = 0.28;
const SHIFTS_BELOW = Math.floor(Math.log(SCALE_MAX) / LOG_STEP);
const SHIFTS_ABOVE = Math.floor(Math.log(1 / SCALE_MIN) / LOG_STEP);
const SHIFTS = SHIFTS_BELOW + SHIFTS_ABOVE + 1;
/** Scores below this many standard deviations are not worth a look. */
const SCORE_MIN = 3;
/** Candidates nearer than this, in steps, are the same peak. */
const PEAK_RADIUS = 5;

/** The `count` best rotations and scales. */
export function searchSimilarity(
  map: LogPolarMap,
  constellation: Constellation,
  mirrored: boolean,
  count: number,
): Candidate[] {
  const scores = correlate(map, constellation, mirrored);
  const { mean, deviation } = moments(scores);
  const peaks = strongestPeaks(scores, mean + SCORE_MIN * deviation, count);
  return peaks.map((at) => {
    const angle = (Math.floor(at / SHIFTS) * ANGLE_STEP_DEG * Math.PI) / 180;
    const zoom = Math.exp(((at % SHIFTS) - SHIFTS_BELOW) * LOG_STEP);
    return {
      affine: similarity(zoom * Math.cos(angle), zoom * Math.sin(angle), mirrored),
      score: ((scores[at] as number) - mean) / deviation,
      model: 'similarity',
    };
  });
}

/** Row = rotation, column = ln(1 / scale) from -SHIFTS_BELOW. */
function correlate(map: LogPolarMap, { u, v, tileSide }: Constellation, mirrored: boolean): Float32Array {
  const scores = new Float32Array(ANGLES * SHIFTS);
  const padded = padRows(map);
  const angles = new Int32Array(STRONG_PILOTS);
  const columns = new Int32Array(STRONG_PILOTS);
  for (let p = 0; p < STRONG_PILOTS; p++) {
    const x = u[p] as number;
    const y = (v[p] as number) * (mirrored ? -1 : 1);
    angles[p] = Math.round(((Math.atan2(y, x) * 180) / Math.PI + 90) / ANGLE_STEP_DEG);
    const radius = Math.round((Math.log(Math.hypot(x, y) / tileSide) - LOG_RADIUS_MIN) / LOG_STEP);
    columns[p] = PADDING + radius - SHIFTS_BELOW;
  }
  for (let t = 0; t < ANGLES; t++)
    for (let p = 0; p < STRONG_PILOTS; p += PILOTS_PER_SWEEP) {
      const start = (q: number): number =>
        (((angles[p + q] as number) + t) % ANGLES) * PADDED_RADII + (columns[p + q] as number);
      addFourRows(padded, start(0), start(1), start(2), start(3), scores, t * SHIFTS);
    }
  return scores;
}

const PILOTS_PER_SWEEP = 4;
/** Zeros beside each row of the map, so that no shift of any pilot reaches another row. */
const PADDING = SHIFTS;
const PADDED_RADII = RADII + 2 * PADDING;

function padRows(map: LogPolarMap): Float32Array {
  const padded = new Float32Array(ANGLES * PADDED_RADII);
  for (let t = 0; t < ANGLES; t++) padded.set(map.subarray(t * RADII, (t + 1) * RADII), t * PADDED_RADII + PADDING);
  return padded;
}

/** scores[to + j] += the sum of four rows at j, j = 0 .. SHIFTS - 1. */
function addFourRows(
  map: Float32Array,
  a: number,
  b: number,
  c: number,
  d: number,
  scores: Float32Array,
  to: number,
): void {
  for (let j = 0; j < SHIFTS; j++)
    scores[to + j] =
      (scores[to + j] as number) +
      (map[a + j] as number) +
      (map[b + j] as number) +
      (map[c + j] as number) +
      (map[d + j] as number);
}

function moments(values: Float32Array): { readonly mean: number; readonly deviation: number } {
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    sum += value;
    squares += value * value;
  }
  const mean = sum / values.length;
  return { mean, deviation: Math.sqrt(Math.max(1e-12, squares / values.length - mean * mean)) };
}

/** Indices of the highest scores above `floor`, best first, none within PEAK_RADIUS of a better one. Rotation wraps. */
function strongestPeaks(scores: Float32Array, floor: number, count: number): number[] {
  const peaks: number[] = [];
  for (const at of highestFirst(scores, floor)) {
    if (peaks.length === count) break;
    if (!peaks.some((peak) => isSamePeak(at, peak))) peaks.push(at);
  }
  return peaks;
}

/** Indices of the scores above `floor`, best first. */
function highestFirst(scores: Float32Array, floor: number): number[] {
  const high: number[] = [];
  for (let i = 0; i < scores.length; i++) if ((scores[i] as number) > floor) high.push(i);
  return high.sort((i, j) => (scores[j] as number) - (scores[i] as number));
}

function isSamePeak(i: number, j: number): boolean {
  const turn = Math.abs(Math.floor(i / SHIFTS) - Math.floor(j / SHIFTS));
  return Math.min(turn, ANGLES - turn) <= PEAK_RADIUS && Math.abs((i % SHIFTS) - (j % SHIFTS)) <= PEAK_RADIUS;
}

/** The `count` maps under which the strong pilots meet the most power: a microsecond each, before dearer looks. */
export function strongestMaps(
  power: HalfPower,
  constellation: Constellation,
  maps: readonly Affine[],
  count: number,
): Affine[] {
  if (maps.length <= count) return [...maps];
  return maps
    .map((affine) => ({ affine, score: powerUnder(power, constellation, affine) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, count)
    .map(({ affine }) => affine);
}

function powerUnder(
  { relative, stride, gridWidth, gridHeight }: HalfPower,
  { u, v, tileSide }: Constellation,
  { a, b, c, d }: Affine,
): number {
  let sum = 0;
  for (let i = 0; i < STRONG_PILOTS; i++) {
    const fx = (a * (u[i] as number) + b * (v[i] as number)) / tileSide;
    const fy = (c * (u[i] as number) + d * (v[i] as number)) / tileSide;
    const side = fx < 0 ? -1 : 1;
    const x = Math.round(side * fx * gridWidth);
    const y = Math.round(side * fy * gridHeight) + gridHeight / 2;
    if (x < stride && y >= 0 && y < gridHeight) sum += (relative[y * stride + x] as number) - 1;
  }
  return sum;
}

/** Range and step of ln(scale) along x and y, and the largest ln of their ratio: a stretch by 1.57. */
const ASPECT_LOG_MIN = Math.log(0.4);
const ASPECT_LOG_MAX = Math.log(2);
const ASPECT_STEP = 0.006;
const ASPECT_RATIO_LOG_MAX = 0.45;
/** Maps that differ less than this in both scales are the same peak. */
const ASPECT_DISTANCE = 0.02;

/** The `count` best pairs of scales along x and y. */
export function searchAspect(
  power: HalfPower,
  constellation: Constellation,
  mirrored: boolean,
  count: number,
): Candidate[] {
  const steps = Math.floor((ASPECT_LOG_MAX - ASPECT_LOG_MIN) / ASPECT_STEP) + 1;
  const zooms = Float64Array.from({ length: steps }, (_, i) => Math.exp(-(ASPECT_LOG_MIN + i * ASPECT_STEP)));
  const scores = new Float32Array(steps * steps);
  // Steps between i and j at most, so that the ratio stays below its limit.
  const reach = Math.ceil(ASPECT_RATIO_LOG_MAX / ASPECT_STEP) - 1;
  const columns = new Int32Array(steps);
  const rows = new Int32Array(steps);
  for (let p = 0; p < STRONG_PILOTS; p++) {
    const fx = (constellation.u[p] as number) / constellation.tileSide;
    const fy = ((constellation.v[p] as number) / constellation.tileSide) * (mirrored ? -1 : 1);
    for (let i = 0; i < steps; i++) {
      columns[i] = Math.round(fx * (zooms[i] as number) * power.gridWidth);
      rows[i] = Math.round(fy * (zooms[i] as number) * power.gridHeight) + power.gridHeight / 2;
    }
    for (let i = 0; i < steps; i++) {
      if ((columns[i] as number) >= power.stride) continue;
      const [from, to] = [Math.max(0, i - reach), Math.min(steps, i + reach + 1)];
      addColumn(power, columns[i] as number, rows, from, to, scores, i * steps);
    }
  }
  const { mean, deviation } = moments(scores);
  const best = highestFirst(scores, mean + SCORE_MIN * deviation);
  const kept: Candidate[] = [];
  for (const at of best) {
    if (kept.length === count) break;
    const a = zooms[Math.floor(at / steps)] as number;
    const d = (zooms[at % steps] as number) * (mirrored ? -1 : 1);
    const isNear = ({ affine }: Candidate): boolean =>
      Math.abs(affine.a - a) < ASPECT_DISTANCE && Math.abs(affine.d - d) < ASPECT_DISTANCE;
    if (!kept.some(isNear))
      kept.push({ affine: { a, b: 0, c: 0, d }, score: ((scores[at] as number) - mean) / deviation, model: 'aspect' });
  }
  return kept;
}

/** Adds the excess power in one column at rows[from .. to - 1] to the scores. */
function addColumn(
  { relative, stride, gridHeight }: HalfPower,
  column: number,
  rows: Int32Array,
  from: number,
  to: number,
  scores: Float32Array,
  at: number,
): void {
  for (let j = from; j < to; j++) {
    const y = rows[j] as number;
    if (y >= 0 && y < gridHeight)
      scores[at + j] = (scores[at + j] as number) + (relative[y * stride + column] as number) - 1;
  }
}
