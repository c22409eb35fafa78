/**
 * Where could the strong pilots be? Candidates for the affine map, best first, from the power spectrum alone:
 * rotation and scale, from the correlation of the log-polar spectrum with the carrier layout,
 *     score(phi, zeta) = sum_p M[angle_p + phi, ln r_p + zeta],
 * also for the mirrored picture. Unequal scales: aspectSearch.ts.
 * @module
 */
import { withKernels } from '../../../kernels/kernels.ts';
import { type Affine, similarity } from '../../affine.ts';
import { type CarrierLayout, STRONG_PILOTS } from '../carriers/carrierLayout.ts';
import {
  ANGLE_STEP_DEG,
  ANGLES,
  LOG_RADIUS_MIN,
  LOG_STEP,
  type LogPolarSpectrum,
  RADII,
} from '../spectrum/logPolarSpectrum.ts';
import type { HalfPower } from '../spectrum/pictureSpectrum.ts';
import { type HighScores, highScores, highScoresScalar } from './scorePeaks.ts';

export interface PoseCandidate {
  readonly affine: Affine;
  /** Z-score: standard deviations above the mean of all scores of the search. */
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
  spectrum: LogPolarSpectrum,
  layout: CarrierLayout,
  mirrored: boolean,
  count: number,
): PoseCandidate[] {
  return strongestPeaks(correlate(spectrum, layout, mirrored), count).map(({ at, zScore }) => {
    const angle = (Math.floor(at / SHIFTS) * ANGLE_STEP_DEG * Math.PI) / 180;
    const zoom = Math.exp(((at % SHIFTS) - SHIFTS_BELOW) * LOG_STEP);
    return {
      affine: similarity(zoom * Math.cos(angle), zoom * Math.sin(angle), mirrored),
      score: zScore,
      model: 'similarity',
    };
  });
}

/**
 * Where each strong pilot stands in the log-polar spectrum at rotation 0 and the first of the scales: its row and its
 * column.
 */
function pilotPositions({ u, v, tileSide }: CarrierLayout, mirrored: boolean): Int32Array {
  const positions = new Int32Array(2 * STRONG_PILOTS);
  for (let p = 0; p < STRONG_PILOTS; p++) {
    const x = u[p] as number;
    const y = (v[p] as number) * (mirrored ? -1 : 1);
    positions[2 * p] = Math.round(((Math.atan2(y, x) * 180) / Math.PI + 90) / ANGLE_STEP_DEG) % ANGLES;
    const radius = Math.round((Math.log(Math.hypot(x, y) / tileSide) - LOG_RADIUS_MIN) / LOG_STEP);
    positions[2 * p + 1] = radius - SHIFTS_BELOW;
  }
  return positions;
}

/** The high ones of the scores: row = rotation, column = ln(1 / scale) from -SHIFTS_BELOW. */
function correlate(spectrum: LogPolarSpectrum, layout: CarrierLayout, mirrored: boolean): HighScores {
  const positions = pilotPositions(layout, mirrored);
  // Zeros beside each row of the spectrum, so that no shift of any pilot reaches another row.
  const columns = positions.filter((_, i) => i % 2 === 1);
  const before = Math.max(0, -Math.min(...columns));
  const stride = before + Math.max(RADII, Math.max(...columns) + SHIFTS);
  for (let i = 1; i < positions.length; i += 2) positions[i] = (positions[i] as number) + before;
  return withKernels(
    (kernels, memory) => {
      const padded = memory.reserve(4 * ANGLES * stride);
      const scores = memory.reserve(4 * ANGLES * SHIFTS);
      const pilots = memory.copyIn(positions);
      padRows(spectrum, before, stride, memory.floats(padded, ANGLES * stride));
      kernels.correlateRows(padded, ANGLES, stride, pilots, STRONG_PILOTS, scores, SHIFTS);
      return highScores(kernels, memory, scores, ANGLES * SHIFTS);
    },
    () => {
      const padded = new Float32Array(ANGLES * stride);
      padRows(spectrum, before, stride, padded);
      return highScoresScalar(correlateScalar(padded, stride, positions));
    },
  );
}

function padRows(spectrum: LogPolarSpectrum, before: number, stride: number, padded: Float32Array): void {
  padded.fill(0);
  for (let t = 0; t < ANGLES; t++) padded.set(spectrum.subarray(t * RADII, (t + 1) * RADII), t * stride + before);
}

/** Scalar fallback of the kernel. */
function correlateScalar(padded: Float32Array, stride: number, positions: Int32Array): Float32Array {
  const scores = new Float32Array(ANGLES * SHIFTS);
  for (let t = 0; t < ANGLES; t++)
    for (let p = 0; p < positions.length; p += 2) {
      const from = (((positions[p] as number) + t) % ANGLES) * stride + (positions[p + 1] as number);
      for (let j = 0, to = t * SHIFTS; j < SHIFTS; j++, to++)
        scores[to] = (scores[to] as number) + (padded[from + j] as number);
    }
  return scores;
}

interface Peak {
  readonly at: number;
  readonly zScore: number;
}

/** The best scores, none within PEAK_RADIUS of a better one in both directions. Rotation wraps. */
function strongestPeaks({ indices, zScores }: HighScores, count: number): Peak[] {
  const peaks: Peak[] = [];
  /** 1 where a peak is near. */
  const taken = new Uint8Array(ANGLES * SHIFTS);
  for (let i = 0; i < indices.length && peaks.length < count; i++) {
    const at = indices[i] as number;
    if (taken[at]) continue;
    peaks.push({ at, zScore: zScores[i] as number });
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

/** The `count` poses under which the strong pilots meet the most power: a microsecond each, before what costs more. */
export function strongestPoses(
  power: HalfPower,
  layout: CarrierLayout,
  poses: readonly Affine[],
  count: number,
): Affine[] {
  if (poses.length <= count) return [...poses];
  return poses
    .map((affine) => ({ affine, score: powerUnder(power, layout, affine) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, count)
    .map(({ affine }) => affine);
}

function powerUnder(
  { relative, stride, gridWidth, gridHeight }: HalfPower,
  { u, v, tileSide }: CarrierLayout,
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
