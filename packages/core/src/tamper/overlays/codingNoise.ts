/**
 * How much two copies differ where nothing was changed, mostly as the standard deviation of noise, levels. Coding leaves more on edges, wherever they lie, than beside the
 * region that is looked at, and ink brings edges of its own; a palette and a screen leave dots where the stored picture is quiet.
 * @module
 */
import { ranked } from '../../signal/orderStatistics.ts';
import type { Plane } from '../../raster.ts';
import type { AlignedPictures } from '../alignment/alignPictures.ts';
import type { ColourPlanes } from '../alignment/registeredColour.ts';
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
  const places = new Int32Array((right - left) * (bottom - top));
  let count = 0;
  for (let y = top; y < bottom; y++)
    for (let i = y * width + left, end = y * width + right; i < end; i++)
      if (compared.inside[i] === 1 && joined[i] === 0) places[count++] = i;
  return noiseOfGreen(compared, places.subarray(0, count));
}

/** The same on edges of the whole picture. */
export const noiseOnEdges = (compared: Compared, joined: Uint8Array): number =>
  noiseOfGreen(compared, placesOf(compared, joined, EDGE));

/** What all but a tenth of the quiet places differ by at most, the largest of the channels, levels; 0 where there are none. */
export function quietDifference(compared: Compared, joined: Uint8Array): number {
  const { query, fitted } = compared;
  const quiet = placesOf(compared, joined, QUIET);
  const off = new Float32Array(quiet.length);
  for (let k = 0; k < off.length; k++) off[k] = distanceAt(query.channels, fitted.channels, quiet[k] as number);
  return ranked(off, Math.floor(QUIET_PART * off.length)) ?? 0;
}

/** Off the changed regions. */
function placesOf({ inside, fitted }: Compared, joined: Uint8Array, kind: number): Int32Array {
  const kinds = kindsOf(fitted);
  const places = new Int32Array(kinds.length);
  let count = 0;
  for (let i = 0; i < kinds.length; i++)
    if (kinds[i] === kind && inside[i] === 1 && joined[i] === 0) places[count++] = i;
  return places.subarray(0, count);
}

const [OTHER, EDGE, QUIET] = [0, 1, 2] as const;
/** Every round of a comparison asks for those of the same picture. */
const known = new WeakMap<ColourPlanes, Uint8Array>();

/** Which pixels of the stored picture are edges, and which are quiet; those on its rim are neither. */
function kindsOf(fitted: ColourPlanes): Uint8Array {
  const kinds = known.get(fitted) ?? madeKinds(lumaOf(fitted));
  known.set(fitted, kinds);
  return kinds;
}

function madeKinds({ data: luma, width, height }: Plane): Uint8Array {
  const kinds = new Uint8Array(luma.length).fill(OTHER);
  for (let y = 1; y < height - 1; y++)
    for (let i = y * width + 1, end = (y + 1) * width - 1; i < end; i++) {
      const here = luma[i] as number;
      const [left, right] = [luma[i - 1] as number, luma[i + 1] as number];
      const [above, below] = [luma[i - width] as number, luma[i + width] as number];
      const most = Math.max(left, right, above, below);
      const least = Math.min(left, right, above, below);
      if (Math.abs(right - left) >= EDGE_STEP || Math.abs(below - above) >= EDGE_STEP) kinds[i] = EDGE;
      else if (most - here < QUIET_STEP && here - least < QUIET_STEP) kinds[i] = QUIET;
    }
  return kinds;
}

function noiseOfGreen({ query, fitted }: Compared, places: Int32Array): number {
  if (places.length < PIXELS_MIN) return 0;
  const [q, r] = [query.channels[1], fitted.channels[1]];
  const off = new Float32Array(places.length);
  for (let k = 0; k < off.length; k++) {
    const i = places[k] as number;
    off[k] = Math.abs((q[i] as number) - (r[i] as number));
  }
  return Math.min(NOISE_MAX, (ranked(off, off.length >> 1) as number) / MEDIAN_DEVIATION);
}
