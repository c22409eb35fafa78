/**
 * How much two copies differ where nothing was changed, mostly as the standard deviation of noise, levels. Coding leaves more on edges, wherever they lie, than beside the
 * region that is looked at, and ink brings edges of its own; a palette and a screen leave dots where the stored picture is quiet.
 * @module
 */
import { ranked } from '../../signal/orderStatistics.ts';
import type { AlignedPictures } from '../alignment/alignPictures.ts';
import { lumaOf } from '../globalFit/lumaChroma.ts';
import type { Region } from '../regions/morphology.ts';
import { distanceAt } from './regionPixels.ts';

/** Noise is that of the surroundings, up to this many px from the region, where those are textured: coding and resampling are off there. */
const SURROUNDINGS = 24;
/** Fewer pixels than this say nothing. */
const PIXELS_MIN = 100;
/** What is off by more, levels, was changed all over. */
export const NOISE_MAX = 5;
/** The median of |x| of normal noise, in standard deviations. */
const MEDIAN_DEVIATION = 0.6745;
/** Difference of the stored luma from one neighbour to the opposite one that makes an edge, levels. */
const EDGE_STEP = 24;
/** Quiet is a pixel from whose four neighbours the stored picture's luma differs by less, levels. */
const QUIET_STEP = 4;
/**
 * So much of the quiet places is off by no more than is told, 0..1. Not of all places: in small pictures JPEG alone changes more of what is textured.
 */
const QUIET_PART = 0.9;

type Compared = Pick<AlignedPictures, 'query' | 'fitted' | 'inside'>;

/** Of green beside a region, at most `NOISE_MAX`; 0 where too little lies there. `joined`: 1 on all changed regions, and around them. */
export function noiseAround(compared: Compared, joined: Uint8Array, region: Region): number {
  const { width, height } = compared.query;
  const [left, top] = [Math.max(0, region.left - SURROUNDINGS), Math.max(0, region.top - SURROUNDINGS)];
  const right = Math.min(width, region.right + SURROUNDINGS);
  const bottom = Math.min(height, region.bottom + SURROUNDINGS);
  const places: number[] = [];
  for (let y = top; y < bottom; y++)
    for (let i = y * width + left, end = y * width + right; i < end; i++)
      if (compared.inside[i] === 1 && joined[i] === 0) places.push(i);
  return noiseOfGreen(compared, places);
}

/** The same on edges of the whole picture. */
export function noiseOnEdges(compared: Compared, joined: Uint8Array): number {
  const { data: luma } = lumaOf(compared.fitted);
  const { width } = compared.query;
  const isStep = (i: number, by: number): boolean =>
    Math.abs((luma[i + by] as number) - (luma[i - by] as number)) >= EDGE_STEP;
  return noiseOfGreen(
    compared,
    besides(compared, joined, (i) => isStep(i, 1) || isStep(i, width)),
  );
}

/** What all but a tenth of the quiet places differ by at most, the largest of the channels, levels; 0 where there are none. */
export function quietDifference(compared: Compared, joined: Uint8Array): number {
  const { query, fitted } = compared;
  const { data: luma } = lumaOf(fitted);
  const isNear = (i: number, to: number): boolean => Math.abs((luma[to] as number) - (luma[i] as number)) < QUIET_STEP;
  const quiet = besides(
    compared,
    joined,
    (i) => isNear(i, i - 1) && isNear(i, i + 1) && isNear(i, i - query.width) && isNear(i, i + query.width),
  );
  const off = Float32Array.from(quiet, (i) => distanceAt(query.channels, fitted.channels, i));
  return ranked(off, Math.floor(QUIET_PART * off.length)) ?? 0;
}

/** Pixels off the picture's rim and off the changed regions that something holds of. */
function besides({ query, inside }: Compared, joined: Uint8Array, holds: (i: number) => boolean): number[] {
  const { width, height } = query;
  const out: number[] = [];
  for (let y = 1; y < height - 1; y++)
    for (let i = y * width + 1, end = (y + 1) * width - 1; i < end; i++)
      if (inside[i] === 1 && joined[i] === 0 && holds(i)) out.push(i);
  return out;
}

function noiseOfGreen({ query, fitted }: Compared, places: readonly number[]): number {
  if (places.length < PIXELS_MIN) return 0;
  const [q, r] = [query.channels[1], fitted.channels[1]];
  const off = Float32Array.from(places, (i) => Math.abs((q[i] as number) - (r[i] as number)));
  return Math.min(NOISE_MAX, (ranked(off, off.length >> 1) as number) / MEDIAN_DEVIATION);
}
