/**
 * Tinted glass: bars and boxes of one colour, dull ones too, through which the picture is seen and on which letters stand, as broadcasters and
 * makers of posters lay them. A layer q = g r + o of `inkLine.ts` in any colour explains a recoloured thing as well, and what light does; that it carries
 * letters, which the stored picture has not, tells it from both. It is sought among the pixels that no ink explains.
 * @module
 */
import { isWhiteOrBlack, lumaOf } from './graphicColour.ts';
import type { Ink } from './inkLayers.ts';
import { indicesOf, maskOf } from '../regions/masks.ts';
import { consensus, inkOf, isSeenThrough, type Line, refined, residual, through } from './inkLine.ts';
import { asWeakAs, isLost, slopeOf } from './detailSlope.ts';
import { type SumWithin, summedArea } from '../../signal/summedArea.ts';
import { CONTRAST_MIN, enclosed, isLettered } from './lettered.ts';
import { erode } from '../regions/morphology.ts';
import { colourAt, distance, lumasOf, type RegionPixels } from './regionPixels.ts';

export interface TintedGlass {
  readonly panes: readonly Ink[];
  /** 1 on it. */
  readonly mask: Uint8Array;
  /** 1 on it and on what it encloses: letters, and what happens to be of its colour. */
  readonly ground: Uint8Array;
}

const PANES_MAX = 2;
/** It takes at least this part of what no ink explains, and so many pixels. */
const FRACTION_MIN = 0.3;
const PIXELS_MIN = 200;
/** Half a side of the window whose mean is looked at, px: coding of colour is off in each pixel, and little in the mean. */
const MEAN_RADIUS = 2;
/** Distance of a mean from what the layer makes of it, levels. */
const TOLERANCE = 8;
/** Less is seen through a layer of `inkLayers.ts`. */
const TRANSPARENCY_MIN = 0.1;
/** Noise of means that is allowed for, levels: what coding leaves. */
const NOISE_MIN = 2;
/**
 * Texture that is seen through it leaves gaps in it; what is more letters than that is another thing beside it. Where there are no gaps, a name on
 * a wide bar is letters enough.
 */
const LETTERED = [
  { outlineMin: 0.6, lettersMin: 0.05, lettersMax: 0.35 },
  { outlineMin: 0.95, lettersMin: 0.02, lettersMax: 0.35 },
] as const;

/** @param explained 1 on ink: white and black is letters of it, and what is of a colour may be the glass itself where it happens to be plain */
export function tintedGlass(pixels: RegionPixels, explained: Uint8Array): TintedGlass {
  const { width, height, differs } = pixels;
  const inner = erode(differs, width, height, 1);
  let left = indicesOf(inner).filter((i) => explained[i] === 0 || !isWhiteOrBlack(colourAt(pixels.query, i)));
  const seen = localMeans(pixels, left);
  const fits = (line: Line, i: number): boolean => distance(residual(seen, line, i), [0, 0, 0]) <= TOLERANCE;
  const least = Math.max(PIXELS_MIN, FRACTION_MIN * left.length);
  const mask = new Uint8Array(differs.length);
  const panes: Ink[] = [];
  for (let round = 0; round < PANES_MAX && left.length >= least; round++) {
    const drawn = consensus(left, fits, (a, b) => [through(seen, a, b)].filter((line) => line !== null));
    if (drawn === null) break;
    const line = refined(seen, drawn, left, fits);
    const members = left.filter((i) => fits(line, i));
    if (members.length < least) break;
    left = left.filter((i) => !fits(line, i));
    if (
      line.g < TRANSPARENCY_MIN ||
      !isSeenThrough(seen, line, members, Math.max(NOISE_MIN, pixels.noise)) ||
      !keepsDetail(pixels, line, members) ||
      !carriesLetters(pixels, line, members)
    )
      continue;
    panes.push({ transparency: line.g, ink: inkOf(line) });
    for (const i of members) mask[i] = 1;
  }
  return { panes, mask, ground: panes.length > 0 ? enclosed(mask, pixels) : mask };
}

/** Means of the windows around some pixels, of these pixels alone. */
function localMeans(pixels: RegionPixels, members: readonly number[]): RegionPixels {
  const { width, height } = pixels;
  const mask = maskOf(members, pixels.differs.length);
  const around = (sum: SumWithin, i: number): number => {
    const [x, y] = [i % width, Math.floor(i / width)];
    const [left, top] = [Math.max(0, x - MEAN_RADIUS), Math.max(0, y - MEAN_RADIUS)];
    return sum(left, top, Math.min(width, x + MEAN_RADIUS + 1), Math.min(height, y + MEAN_RADIUS + 1));
  };
  const number = summedArea(pixels, (i) => mask[i] as number);
  const counts = Uint8Array.from(members, (i) => around(number, i));
  const meansOf = (plane: Float32Array): Float32Array => {
    const sum = summedArea(pixels, (i) => (mask[i] === 1 ? (plane[i] as number) : 0));
    const out = plane.slice();
    for (let k = 0; k < members.length; k++) {
      const i = members[k] as number;
      out[i] = around(sum, i) / (counts[k] as number);
    }
    return out;
  };
  const planes = ([r, g, b]: RegionPixels['query']): RegionPixels['query'] => [meansOf(r), meansOf(g), meansOf(b)];
  return { ...pixels, query: planes(pixels.query), reference: planes(pixels.reference) };
}

/** Does the stored picture's detail show through, too, as it does not where a place was blurred under letters? As much as beside it, dimmed by g. */
function keepsDetail(pixels: RegionPixels, { g }: Line, members: readonly number[]): boolean {
  const { region, covered } = pixels;
  const [q, r] = lumasOf(pixels);
  const within = slopeOf(q, r, maskOf(members, pixels.differs.length));
  const beside = region.map((value, i) => (value === 0 && covered[i] === 1 ? 1 : 0));
  const around = within && slopeOf(q, r, beside, asWeakAs(within));
  return within === null || around === null || !isLost(within, { slope: g * around.slope, error: g * around.error });
}

/** Do letters stand out from it, and from what was there? */
function carriesLetters(pixels: RegionPixels, line: Line, members: readonly number[]): boolean {
  const isLetter = (i: number): boolean => {
    const added = lumaOf(colourAt(pixels.query, i)) - lumaOf(colourAt(pixels.reference, i));
    return Math.abs(lumaOf(residual(pixels, line, i))) >= CONTRAST_MIN && Math.abs(added) >= CONTRAST_MIN / 2;
  };
  return LETTERED.some((bounds) => isLettered(pixels, members, isLetter, bounds));
}
