/**
 * Translation and half turn of the tile, from the pilots' phases. If the tile begins at x0 in the view, pilot k arrives
 * with the known phase times exp(-2 pi i k . x0), so the surface
 *     s[y, x] = Re sum_k p[k] exp(2 pi i (u x + v y) / side),   p[k] = received times conjugate of known phase,
 * peaks at x0. A spectrum does not tell a picture from the same picture turned by 180 degrees: the half turn
 * conjugates what is received. Which of the two holds is found when a pose is screened, see pilotScreen.ts.
 * Source: Pereira and Pun 2000; phase correlation after Kuglin and Hines 1975.
 * @module
 */
import { synthesiseBand } from '../carriers/bandSynthesis.ts';
import type { CarrierSamples } from '../spectrum/carrierSamples.ts';
import { type CarrierLayout, PILOTS } from '../carriers/carrierLayout.ts';

/** Where the tile begins, canonical pixels, modulo the tile's side. */
export interface TileOffset {
  readonly x: number;
  readonly y: number;
}

export interface OffsetEstimate extends TileOffset {
  /** -1 if the view is turned by 180 degrees against the pose. */
  readonly halfTurn: 1 | -1;
  /** Z-score of the surface's peak: its height in standard deviations of the surface, whose mean is 0. */
  readonly zScore: number;
}

/** One pilot may count for at most this many mean pilots: a line in the picture can hit a pilot's frequency. */
const PILOT_LIMIT = 2.5;

/** Pilots without their known phases, divided by the noise, limited; pairs, one a pilot. */
export function pilotResponses(
  { values, noise }: CarrierSamples,
  { pilotPhase }: CarrierLayout,
  halfTurn: 1 | -1,
): Float32Array {
  const out = new Float32Array(2 * PILOTS);
  let total = 0;
  for (let i = 0; i < PILOTS; i++) {
    const scale = 1 / Math.sqrt(noise[i] as number);
    const re = (values[2 * i] as number) * scale;
    const im = (values[2 * i + 1] as number) * scale * halfTurn;
    const c = pilotPhase[2 * i] as number;
    const s = pilotPhase[2 * i + 1] as number;
    out[2 * i] = re * c + im * s;
    out[2 * i + 1] = im * c - re * s;
    total += Math.sqrt(re * re + im * im);
  }
  const limit = (PILOT_LIMIT * total) / PILOTS;
  for (let i = 0; i < out.length; i += 2) {
    const magnitude = Math.sqrt((out[i] as number) ** 2 + (out[i + 1] as number) ** 2);
    const scale = (limit > 0 ? PILOT_LIMIT / limit : 0) / Math.max(1, magnitude / limit);
    out[i] = (out[i] as number) * scale;
    out[i + 1] = (out[i + 1] as number) * scale;
  }
  return out;
}

/**
 * How well carriers agree at a given offset: their sum over its standard deviation, were their phases those of noise.
 * @param values of the first carriers without their known phases, pairs: `pilotResponses`, or more
 */
export function zScoreAt({ u, v, tileSide }: CarrierLayout, values: Float32Array, { x, y }: TileOffset): number {
  let sum = 0;
  let power = 1e-30;
  for (let k = 0; 2 * k < values.length; k++) {
    const angle = (2 * Math.PI * ((u[k] as number) * x + (v[k] as number) * y)) / tileSide;
    const [re, im] = [values[2 * k] as number, values[2 * k + 1] as number];
    sum += re * Math.cos(angle) - im * Math.sin(angle);
    power += (re * re + im * im) / 2;
  }
  return sum / Math.sqrt(power);
}

/** The best offset on the tile's own grid, refined to a fraction of a pixel by a parabola, for a given half turn. */
export function findTileOffset(samples: CarrierSamples, layout: CarrierLayout, halfTurn: 1 | -1): OffsetEstimate {
  return findTileOffsets(samples, layout, halfTurn, 1)[0] as OffsetEstimate;
}

/** The `count` best offsets, each the highest of its eight neighbours. */
export function findTileOffsets(
  samples: CarrierSamples,
  layout: CarrierLayout,
  halfTurn: 1 | -1,
  count: number,
): OffsetEstimate[] {
  const side = layout.tileSide;
  const { u, v } = layout;
  const values = pilotResponses(samples, layout, halfTurn);
  const surface = synthesiseBand(side, { u, v, values, count: PILOTS });
  // The surface has no constant term, so its mean is zero and its mean square the variance.
  const deviation = Math.sqrt(surface.reduce((squares, value) => squares + value * value, 0) / surface.length);
  return highestPeaks(surface, side, count).map((best) => {
    const x = best % side;
    const y = Math.floor(best / side);
    const at = (i: number, j: number): number => surface[((j + side) % side) * side + ((i + side) % side)] as number;
    return {
      x: x + vertexOffset(at(x - 1, y), at(x, y), at(x + 1, y)),
      y: y + vertexOffset(at(x, y - 1), at(x, y), at(x, y + 1)),
      halfTurn,
      zScore: deviation > 0 ? (surface[best] as number) / deviation : 0,
    };
  });
}

/** Indices of the highest values of a square torus that no neighbour exceeds, the highest first. */
function highestPeaks(surface: Float32Array, side: number, count: number): number[] {
  const valueAt = (i: number): number => surface[i] as number;
  if (count === 1) return [surface.reduce((best, value, i) => (value > valueAt(best) ? i : best), 0)];
  const isPeak = (i: number): boolean => {
    const [x, y] = [i % side, Math.floor(i / side)];
    for (let dy = side - 1; dy <= side + 1; dy++)
      for (let dx = side - 1; dx <= side + 1; dx++)
        if (valueAt(((y + dy) % side) * side + ((x + dx) % side)) > valueAt(i)) return false;
    return true;
  };
  return Array.from(surface.keys())
    .filter((i) => valueAt(i) > 0 && isPeak(i))
    .sort((a, b) => valueAt(b) - valueAt(a))
    .slice(0, count);
}

/** Where between -1/2 and 1/2 the parabola through three equidistant values has its vertex. */
export function vertexOffset(before: number, at: number, after: number): number {
  const curvature = before - 2 * at + after;
  return Math.abs(curvature) < 1e-9 ? 0 : (0.5 * (before - after)) / curvature;
}
