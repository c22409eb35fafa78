/**
 * Where could the strong pilots be? Candidates for the affine map, best first, from the power spectrum alone:
 * rotation and scale, from the correlation of the log-polar map with the constellation,
 *     score(phi, zeta) = sum_p M[angle_p + phi, ln r_p + zeta],
 * also for the mirrored picture. Unequal scales: aspectSearch.ts.
 * @module
 */
import { withKernels } from '../kernels/kernels.ts';
import { type Affine, similarity } from './affine.ts';
import { type Constellation, STRONG_PILOTS } from './constellation.ts';
import { ANGLE_STEP_DEG, ANGLES, LOG_RADIUS_MIN, LOG_STEP, type LogPolarMap, RADII } from './logPolarMap.ts';
import type { HalfPower } from './pictureSpectrum.ts';
import { type HighScores, highScores, highScoresPlainly } from './scorePeaks.ts';

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
/** Candidates nearer than this, in steps, are the same peak. */
const PEAK_RADIUS = 5;

/** The `count` best rotations and scales. */
export function searchSimilarity(
  map: LogPolarMap,
  constellation: Constellation,
  mirrored: boolean,
  count: number,
): Candidate[] {
  return strongestPeaks(correlate(map, constellation, mirrored), count).map(({ at, height }) => {
    const angle = (Math.floor(at / SHIFTS) * ANGLE_STEP_DEG * Math.PI) / 180;
    const zoom = Math.exp(((at % SHIFTS) - SHIFTS_BELOW) * LOG_STEP);
    return {
      affine: similarity(zoom * Math.cos(angle), zoom * Math.sin(angle), mirrored),
      score: height,
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

/** The high ones of the scores: row = rotation, column = ln(1 / scale) from -SHIFTS_BELOW. */
function correlate(map: LogPolarMap, constellation: Constellation, mirrored: boolean): HighScores {
  const places = pilotPlaces(constellation, mirrored);
  // Zeros beside each row of the map, so that no shift of any pilot reaches another row.
  const columns = places.filter((_, i) => i % 2 === 1);
  const before = Math.max(0, -Math.min(...columns));
  const stride = before + Math.max(RADII, Math.max(...columns) + SHIFTS);
  for (let i = 1; i < places.length; i += 2) places[i] = (places[i] as number) + before;
  return withKernels(
    (kernels, memory) => {
      const padded = memory.reserve(4 * ANGLES * stride);
      const scores = memory.reserve(4 * ANGLES * SHIFTS);
      const pilots = memory.copyIn(places);
      padRows(map, before, stride, memory.floats(padded, ANGLES * stride));
      kernels.correlateRows(padded, ANGLES, stride, pilots, STRONG_PILOTS, scores, SHIFTS);
      return highScores(kernels, memory, scores, ANGLES * SHIFTS);
    },
    () => {
      const padded = new Float32Array(ANGLES * stride);
      padRows(map, before, stride, padded);
      return highScoresPlainly(correlatePlainly(padded, stride, places));
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

interface Peak {
  readonly at: number;
  readonly height: number;
}

/** The best scores, none within PEAK_RADIUS of a better one in both directions. Rotation wraps. */
function strongestPeaks({ places, heights }: HighScores, count: number): Peak[] {
  const peaks: Peak[] = [];
  /** 1 where a peak is near. */
  const taken = new Uint8Array(ANGLES * SHIFTS);
  for (let i = 0; i < places.length && peaks.length < count; i++) {
    const at = places[i] as number;
    if (taken[at]) continue;
    peaks.push({ at, height: heights[i] as number });
    takeAround(at, taken);
  }
  return peaks;
}

function takeAround(at: number, taken: Uint8Array): void {
  const [turn, shift] = [Math.floor(at / SHIFTS), at % SHIFTS];
  const [from, to] = [Math.max(0, shift - PEAK_RADIUS), Math.min(SHIFTS, shift + PEAK_RADIUS + 1)];
  for (let t = turn - PEAK_RADIUS; t <= turn + PEAK_RADIUS; t++) {
    const row = ((t + ANGLES) % ANGLES) * SHIFTS;
    taken.fill(1, row + from, row + to);
  }
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
