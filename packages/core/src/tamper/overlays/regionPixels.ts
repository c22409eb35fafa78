/**
 * The pixels of one changed region, of the submitted picture and of the stored one brought to its tone, and which of them differ.
 * @module
 */
import type { Plane, Size } from '../../raster.ts';
import type { AlignedPictures } from '../alignment/alignPictures.ts';
import { lumaOf } from '../globalFit/lumaChroma.ts';
import { dilate, type Region } from '../regions/morphology.ts';
import type { Colour } from './graphicColour.ts';

/** A pixel differs if a channel does by this, levels, and by this many times the noise. */
const DIFFERENCE_MIN = 12;
const DIFFERENCE_PER_NOISE = 4;
/** Pixels around the region that belong to it: the low-pass by which it was found. */
const AROUND = 4;
/** Pixels around the region that are cut out with it: what lies beside it. */
const BESIDE = 24;

export interface RegionPixels extends Size {
  /** Top left pixel, in the working picture. */
  readonly left: number;
  readonly top: number;
  /** R, G, B of the submitted picture. */
  readonly query: readonly [Float32Array, Float32Array, Float32Array];
  /** R, G, B of the stored picture, aligned, with the query's tone. */
  readonly reference: readonly [Float32Array, Float32Array, Float32Array];
  /** 1 where the stored picture has a pixel; elsewhere the submitted one stands in for it. */
  readonly covered: Uint8Array;
  /** 1 where the region is. */
  readonly region: Uint8Array;
  /** 1 where a pixel of the region differs. */
  readonly differs: Uint8Array;
  /** Number of those. */
  readonly differing: number;
  /** Standard deviation of the picture's noise, levels. */
  readonly noise: number;
}

/** @param labels of the working picture, see `connectedRegions` */
export function regionPixels(
  { query, fitted, covered }: Pick<AlignedPictures, 'query' | 'fitted' | 'covered'>,
  labels: Int32Array,
  region: Region,
  noise: number,
): RegionPixels {
  const left = Math.max(0, region.left - BESIDE);
  const top = Math.max(0, region.top - BESIDE);
  const size = {
    width: Math.min(query.width, region.right + BESIDE) - left,
    height: Math.min(query.height, region.bottom + BESIDE) - top,
  };
  const box = { ...size, left, top, stride: query.width };
  const planes = ({ channels: [r, g, b] }: AlignedPictures['query']): RegionPixels['query'] => [
    cutPlane(r, box),
    cutPlane(g, box),
    cutPlane(b, box),
  ];
  const inside = cutLabel(labels, region.label, box);
  const pixels = { ...size, left, top, query: planes(query), reference: planes(fitted), noise };
  const around = dilate(inside, size.width, size.height, AROUND);
  return { ...pixels, covered: cutPlane(covered, box), region: around, ...differences(pixels, around) };
}

/** Of a picture whose lines are `stride` pixels long. */
interface CutBox extends Size {
  readonly left: number;
  readonly top: number;
  readonly stride: number;
}

function cutPlane<Samples extends Float32Array | Uint8Array>(
  from: Samples,
  { left, top, width, height, stride }: CutBox,
): Samples {
  // Every sample is set below.
  const out = from.slice(0, width * height) as Samples;
  for (let y = 0; y < height; y++) {
    const at = (top + y) * stride + left;
    out.set(from.subarray(at, at + width), y * width);
  }
  return out;
}

/** 1 where the label is. */
function cutLabel(labels: Int32Array, label: number, { left, top, width, height, stride }: CutBox): Uint8Array {
  const out = new Uint8Array(width * height);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) out[i] = labels[(top + y) * stride + left + x] === label ? 1 : 0;
  return out;
}

/** Least difference of a channel that counts, levels. */
export const differenceMin = (noise: number): number => Math.max(DIFFERENCE_MIN, DIFFERENCE_PER_NOISE * noise);

/** The noise of which no such difference counts, levels. */
export const noiseBelow = (difference: number): number => difference / DIFFERENCE_PER_NOISE;

function differences(
  { query, reference, noise }: Pick<RegionPixels, 'query' | 'reference' | 'noise'>,
  region: Uint8Array,
): Pick<RegionPixels, 'differs' | 'differing'> {
  const min = differenceMin(noise);
  const differs = new Uint8Array(region.length);
  let differing = 0;
  for (let i = 0; i < region.length; i++) {
    if (region[i] === 0 || distanceAt(query, reference, i) <= min) continue;
    differs[i] = 1;
    differing++;
  }
  return { differs, differing };
}

export const colourAt = (planes: RegionPixels['query'], i: number): Colour => [
  planes[0][i] as number,
  planes[1][i] as number,
  planes[2][i] as number,
];

/** Largest difference of a channel, levels. */
export const distance = (a: Colour, b: Colour): number =>
  Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]), Math.abs(a[2] - b[2]));

/** Luma of the submitted and of the stored picture. */
export const lumasOf = ({ width, height, query, reference }: RegionPixels): readonly [Plane, Plane] => [
  lumaOf({ width, height, channels: query }),
  lumaOf({ width, height, channels: reference }),
];

/** Index of a pixel in the working picture, of that width. */
export const inWhole = ({ left, top, width }: RegionPixels, i: number, stride: number): number =>
  (top + Math.floor(i / width)) * stride + left + (i % width);

/** `distance` of a pixel in two pictures; for loops over pixels, where a colour made for each would take longer than all else. */
export const distanceAt = (a: RegionPixels['query'], b: RegionPixels['query'], i: number): number =>
  Math.max(
    Math.abs((a[0][i] as number) - (b[0][i] as number)),
    Math.abs((a[1][i] as number) - (b[1][i] as number)),
    Math.abs((a[2][i] as number) - (b[2][i] as number)),
  );

/** `distance` of a pixel from a colour, on the same terms. */
export const distanceFrom = (planes: RegionPixels['query'], i: number, colour: Colour): number =>
  Math.max(
    Math.abs((planes[0][i] as number) - colour[0]),
    Math.abs((planes[1][i] as number) - colour[1]),
    Math.abs((planes[2][i] as number) - colour[2]),
  );

/** Mean of a channel over some pixels, levels. */
export function meanAt(plane: Float32Array, places: readonly number[]): number {
  let sum = 0;
  for (const i of places) sum += plane[i] as number;
  return sum / places.length;
}
