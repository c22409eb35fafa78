/**
 * Sharpens a candidate pose: looks for each strong pilot's peak next to where the pose puts it, and fits the pose to the
 * peaks by weighted least squares; four rounds, as Gauss and Newton would.
 * @module
 */
import { type Affine, similarity } from '../../affine.ts';
import { type CarrierLayout, STRONG_PILOTS } from '../carriers/carrierLayout.ts';
import type { PoseCandidate } from './pilotDetector.ts';
import type { HalfPower } from '../spectrum/pictureSpectrum.ts';

const ROUNDS = 4;
/** Half side of the window around the expected place, grid samples. */
const RADIUS = 2;
/** Relative power below this is noise; above, its excess squared is the weight. */
const POWER_MIN = 2;
/** A window must hold this much weight to count, and counts for no more than the other number (measured). */
const WEIGHT_MIN = 3;
const WEIGHT_MAX = 60;
const PEAKS_MIN = 4;

/** A pilot p (cycles per canonical pixel) seen at q (cycles per view pixel). */
interface PilotPeak {
  readonly px: number;
  readonly py: number;
  readonly qx: number;
  readonly qy: number;
  readonly weight: number;
}

export function fitPeaks(power: HalfPower, layout: CarrierLayout, candidate: PoseCandidate): Affine {
  let affine = candidate.affine;
  for (let round = 0; round < ROUNDS; round++) {
    const peaks = findPilotPeaks(power, layout, affine);
    if (peaks.length < PEAKS_MIN) return affine;
    affine = candidate.model === 'similarity' ? fitSimilarity(peaks, isMirrored(affine)) : fitAspect(peaks);
  }
  return affine;
}

function isMirrored({ a, b, c, d }: Affine): boolean {
  return a * d - b * c < 0;
}

function findPilotPeaks(power: HalfPower, { u, v, tileSide }: CarrierLayout, affine: Affine): PilotPeak[] {
  const peaks: PilotPeak[] = [];
  for (let i = 0; i < STRONG_PILOTS; i++) {
    const px = (u[i] as number) / tileSide;
    const py = (v[i] as number) / tileSide;
    const fx = affine.a * px + affine.b * py;
    const fy = affine.c * px + affine.d * py;
    // Only the right half plane is stored; a pilot on the left is seen at its mirror point.
    const side = fx < 0 ? -1 : 1;
    const peak = centreOfPeak(power, side * fx, side * fy);
    if (peak) peaks.push({ px, py, qx: side * peak.fx, qy: side * peak.fy, weight: peak.weight });
  }
  return peaks;
}

function centreOfPeak(
  { relative, stride, gridWidth, gridHeight }: HalfPower,
  fx: number,
  fy: number,
): { readonly fx: number; readonly fy: number; readonly weight: number } | null {
  const x = Math.round(fx * gridWidth);
  const y = Math.round(fy * gridHeight) + gridHeight / 2;
  if (x < RADIUS || y < RADIUS || x + RADIUS >= stride || y + RADIUS >= gridHeight) return null;
  let total = 0;
  let sumX = 0;
  let sumY = 0;
  for (let j = -RADIUS; j <= RADIUS; j++)
    for (let i = -RADIUS; i <= RADIUS; i++) {
      const excess = Math.max(0, (relative[(y + j) * stride + x + i] as number) - POWER_MIN);
      total += excess * excess;
      sumX += excess * excess * i;
      sumY += excess * excess * j;
    }
  if (total < WEIGHT_MIN) return null;
  return {
    fx: (x + sumX / total) / gridWidth,
    fy: (y - gridHeight / 2 + sumY / total) / gridHeight,
    weight: Math.min(total, WEIGHT_MAX),
  };
}

/** The complex z that minimises sum w |z p - q|^2:  z = sum w p* q / sum w |p|^2. */
function fitSimilarity(peaks: readonly PilotPeak[], mirrored: boolean): Affine {
  let re = 0;
  let im = 0;
  let norm = 0;
  for (const { px, py: y, qx, qy, weight } of peaks) {
    const py = mirrored ? -y : y;
    re += weight * (px * qx + py * qy);
    im += weight * (px * qy - py * qx);
    norm += weight * (px * px + py * py);
  }
  return similarity(re / norm, im / norm, mirrored);
}

function fitAspect(peaks: readonly PilotPeak[]): Affine {
  const ratio = (of: (s: PilotPeak) => readonly [number, number]): number => {
    let upper = 0;
    let lower = 0;
    for (const peak of peaks) {
      const [p, q] = of(peak);
      upper += peak.weight * p * q;
      lower += peak.weight * p * p;
    }
    return upper / lower;
  };
  return { a: ratio(({ px, qx }) => [px, qx]), b: 0, c: 0, d: ratio(({ py, qy }) => [py, qy]) };
}
