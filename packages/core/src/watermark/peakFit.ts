/**
 * Sharpens a candidate map: looks for each strong pilot's peak next to where the map puts it, and fits the map to the
 * peaks by weighted least squares; four rounds, as Gauss and Newton would.
 * @module
 */
import { type Affine, similarity } from './affine.ts';
import { type Constellation, STRONG_PILOTS } from './constellation.ts';
import type { Candidate } from './pilotSearch.ts';
import type { HalfPower } from './pictureSpectrum.ts';

const ROUNDS = 4;
/** Half side of the window around the expected place, grid samples. */
const RADIUS = 2;
/** Relative power below this is noise; above, its excess squared is the weight. */
const POWER_MIN = 2;
/** A window must hold this much weight to count, and counts for no more than the other number (prototype, measured). */
const WEIGHT_MIN = 3;
const WEIGHT_MAX = 60;
const PEAKS_MIN = 4;

/** A pilot p (cycles per canonical pixel) seen at q (cycles per view pixel). */
interface Sighting {
  readonly px: number;
  readonly py: number;
  readonly qx: number;
  readonly qy: number;
  readonly weight: number;
}

export function fitPeaks(power: HalfPower, constellation: Constellation, candidate: Candidate): Affine {
  let affine = candidate.affine;
  for (let round = 0; round < ROUNDS; round++) {
    const sightings = sightPilots(power, constellation, affine);
    if (sightings.length < PEAKS_MIN) return affine;
    affine = candidate.model === 'similarity' ? fitSimilarity(sightings, isMirrored(affine)) : fitAspect(sightings);
  }
  return affine;
}

function isMirrored({ a, b, c, d }: Affine): boolean {
  return a * d - b * c < 0;
}

function sightPilots(power: HalfPower, { u, v, tileSide }: Constellation, affine: Affine): Sighting[] {
  const sightings: Sighting[] = [];
  for (let i = 0; i < STRONG_PILOTS; i++) {
    const px = (u[i] as number) / tileSide;
    const py = (v[i] as number) / tileSide;
    const fx = affine.a * px + affine.b * py;
    const fy = affine.c * px + affine.d * py;
    // Only the right half plane is stored; a pilot on the left is seen at its mirror point.
    const side = fx < 0 ? -1 : 1;
    const sighting = centreOfPeak(power, side * fx, side * fy);
    if (sighting) sightings.push({ px, py, qx: side * sighting.fx, qy: side * sighting.fy, weight: sighting.weight });
  }
  return sightings;
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
function fitSimilarity(sightings: readonly Sighting[], mirrored: boolean): Affine {
  let re = 0;
  let im = 0;
  let norm = 0;
  for (const { px, py: y, qx, qy, weight } of sightings) {
    const py = mirrored ? -y : y;
    re += weight * (px * qx + py * qy);
    im += weight * (px * qy - py * qx);
    norm += weight * (px * px + py * py);
  }
  return similarity(re / norm, im / norm, mirrored);
}

function fitAspect(sightings: readonly Sighting[]): Affine {
  const ratio = (of: (s: Sighting) => readonly [number, number]): number => {
    let upper = 0;
    let lower = 0;
    for (const sighting of sightings) {
      const [p, q] = of(sighting);
      upper += sighting.weight * p * q;
      lower += sighting.weight * p * p;
    }
    return upper / lower;
  };
  return { a: ratio(({ px, qx }) => [px, qx]), b: 0, c: 0, d: ratio(({ py, qy }) => [py, qy]) };
}
