/**
 * Where could the strong pilots be? Candidates for the affine map, best first, from the power spectrum alone:
 *  - rotation and scale, from the correlation of the log-polar map with the constellation:
 *        score(phi, zeta) = sum_p M[angle_p + phi, ln r_p + zeta];
 *  - unequal scales of x and y without rotation, by a plain grid.
 * Each also for the mirrored picture.
 * @module
 */
import { withKernels } from '../kernels/kernels.ts';
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

/** Where each strong pilot stands in the map at rotation 0 and the first of the scales: its row and its column. */
function pilotPlaces({ u, v, tileSide }: Constellation, mirrored: boolean): Int32Array {
  const places = new Int32Array(2 * STRONG_PILOTS);
  for (let p = 0; p < STRONG_PILOTS; p++) {
    const x = u[p] as number;
    const y = (v[p] as number) * (mirrored ? -1 : 1);
    places[2 * p] = Math.round(((Math.atan2(y, x) * 180) / Math.PI + 90) / ANGLE_STEP_DEG) % ANGLES;
    const radius = Math.round((Math.log(Math.hypot(x, y) / tileSide) - LOG_RADIUS_MIN) / LOG_STEP);
    places[2 * p + 1] = radius - SHIFTS_BELOW;
  }
  return places;
}

/** Row = rotation, column = ln(1 / scale) from -SHIFTS_BELOW. */
function correlate(map: LogPolarMap, constellation: Constellation, mirrored: boolean): Float32Array {
  const places = pilotPlaces(constellation, mirrored);
  // Zeros beside each row of the map, so that no shift of any pilot reaches another row.
  const columns = places.filter((_, i) => i % 2 === 1);
  const before = Math.max(0, -Math.min(...columns));
  const stride = before + Math.max(RADII, Math.max(...columns) + SHIFTS);
  for (let i = 1; i < places.length; i += 2) places[i] = (places[i] as number) + before;
  return withKernels(
    ({ correlateRows }, memory) => {
      const padded = memory.reserve(4 * ANGLES * stride);
      const scores = memory.reserve(4 * ANGLES * SHIFTS);
      const pilots = memory.copyIn(places);
      padRows(map, before, stride, memory.floats(padded, ANGLES * stride));
      correlateRows(padded, ANGLES, stride, pilots, STRONG_PILOTS, scores, SHIFTS);
      return memory.floats(scores, ANGLES * SHIFTS).slice();
    },
    () => {
      const padded = new Float32Array(ANGLES * stride);
      padRows(map, before, stride, padded);
      return correlatePlainly(padded, stride, places);
    },
  );
}

function padRows(map: LogPolarMap, before: number, stride: number, padded: Float32Array): void {
  padded.fill(0);
  for (let t = 0; t < ANGLES; t++) padded.set(map.subarray(t * RADII, (t + 1) * RADII), t * stride + before);
}

/** The twin of the kernel. */
function correlatePlainly(padded: Float32Array, stride: number, places: Int32Array): Float32Array {
  const scores = new Float32Array(ANGLES * SHIFTS);
  for (let t = 0; t < ANGLES; t++)
    for (let p = 0; p < places.length; p += 2) {
      const from = (((places[p] as number) + t) % ANGLES) * stride + (places[p + 1] as number);
      for (let j = 0, to = t * SHIFTS; j < SHIFTS; j++, to++)
        scores[to] = (scores[to] as number) + (padded[from + j] as number);
    }
  return scores;
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

/** Indices of the scores above `floor`, which is not negative, best first. */
function highestFirst(scores: Float32Array, floor: number): number[] {
  const high: number[] = [];
  for (let i = 0; i < scores.length; i++) if ((scores[i] as number) > floor) high.push(i);
  // Positive floats are ordered as their bits are. Score and index in one number sort twenty times as fast as indices
  // that are compared by their scores.
  const bits = new Uint32Array(scores.buffer, scores.byteOffset, scores.length);
  const keys = Float64Array.from(high, (i) => (bits[i] as number) * INDEX_RANGE + (INDEX_RANGE - 1 - i)).sort();
  return Array.from(keys.reverse(), (key) => INDEX_RANGE - 1 - (key % INDEX_RANGE));
}

/** More than there are scores; times 2^32 it is still a whole number in double precision. */
const INDEX_RANGE = 2 ** 20;

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
  const sums = aspectSums(power, constellation, mirrored, zooms);
  const scores = withKernels(
    ({ addColumn }, memory) => {
      const from = memory.copyIn(power.relative);
      const to = memory.copyIn(new Float32Array(steps * steps));
      const rows = memory.reserve(4 * steps);
      for (const sum of sums) {
        const places = memory.integers(rows, steps);
        places.set(sum.rows);
        for (const { column, first, last, row } of sum.columns)
          addColumn(from, power.stride, power.gridHeight, column, rows, first, last, to + 4 * row * steps);
      }
      return memory.floats(to, steps * steps).slice();
    },
    () => {
      const out = new Float32Array(steps * steps);
      for (const { rows, columns } of sums)
        for (const { column, first, last, row } of columns)
          addColumnPlainly(power, column, rows, first, last, out, row * steps);
      return out;
    },
  );
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

/** What one pilot adds to the scores: in each of some rows the power of one column at the pilot's rows. */
interface AspectSum {
  /** Row of the power spectrum for every zoom along y. */
  readonly rows: Int32Array;
  readonly columns: readonly {
    /** Row of the scores, the zoom along x. */
    readonly row: number;
    /** Column of the power spectrum. */
    readonly column: number;
    /** Zooms along y: from `first` to before `last`. */
    readonly first: number;
    readonly last: number;
  }[];
}

function aspectSums(
  { stride, gridWidth, gridHeight }: HalfPower,
  { u, v, tileSide }: Constellation,
  mirrored: boolean,
  zooms: Float64Array,
): AspectSum[] {
  // Steps between two zooms at most, so that the ratio stays below its limit.
  const reach = Math.ceil(ASPECT_RATIO_LOG_MAX / ASPECT_STEP) - 1;
  return Array.from({ length: STRONG_PILOTS }, (_, p) => {
    const fx = (u[p] as number) / tileSide;
    const fy = ((v[p] as number) / tileSide) * (mirrored ? -1 : 1);
    const rows = Int32Array.from(zooms, (zoom) => Math.round(fy * zoom * gridHeight) + gridHeight / 2);
    const columns = Array.from(zooms, (zoom, row) => ({
      row,
      column: Math.round(fx * zoom * gridWidth),
      first: Math.max(0, row - reach),
      last: Math.min(zooms.length, row + reach + 1),
    }));
    return { rows, columns: columns.filter(({ column }) => column < stride) };
  });
}

/** The twin of the kernel `addColumn`: adds the excess power in one column at rows[from .. to - 1] to the scores. */
function addColumnPlainly(
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
