/**
 * Ink alone: letters that stand close and have an outline, a halo or a shadow are one area that differs, without being flat anywhere. With N(e) the pixels within
 * e px of lines of ink that stand out, D those that differ and apart(e) = |open(D \ N(e), 1)| / |D|, nothing but ink differs if
 *     apart(2) <= 0.05,
 * and where colours tell of ink (`areOfInk`) and next to nothing else is left, if
 *     apart(4) <= 0.05,   or   apart(4) <= 0.15 and three quarters of that became darker, as a shadow makes it.
 * @module
 */
import type { Plane } from '../../raster.ts';
import { areaOf, without } from '../regions/masks.ts';
import { dilate, open } from '../regions/morphology.ts';
import { STROKE_RADIUS_MAX } from './inkLayers.ts';
import { CONTRAST_MIN } from './lettered.ts';
import { lumasOf, type RegionPixels } from './regionPixels.ts';

/** The edge of a line, and what coding carries of an outline with the beginning of a shadow, px. */
const EDGE = { line: 2, shadow: 4 } as const;
/** Part of the differing pixels further than that from lines of ink, 0..1: half of what an overlay's content leaves to chance, and what a shadow's end makes. */
const APART_MAX = { line: 0.05, shadow: 0.15 } as const;
/** Part of those that became darker, by more than these levels of luma. */
const DARKER_PART = 0.75;
const DARKER = 4;

/**
 * @param explained 1 on layers of ink
 * @param strokes   1 on strokes of ink; those count that can be read
 * @param isTold    colours tell of ink, and next to nothing else is left
 */
export function isInkAlone(pixels: RegionPixels, explained: Uint8Array, strokes: Uint8Array, isTold: boolean): boolean {
  const { width, height, differs, differing } = pixels;
  const [q, r] = lumasOf(pixels);
  const lines = explained.map((value, i) => (value === 1 || (strokes[i] === 1 && isReadable(q, i)) ? 1 : 0));
  const apartBy = (edge: number): Uint8Array =>
    open(without(differs, dilate(lines, width, height, edge)), width, height, 1);
  if (!isTold) return areaOf(apartBy(EDGE.line)) <= APART_MAX.line * differing;
  const apart = apartBy(EDGE.shadow);
  const area = areaOf(apart);
  if (area <= APART_MAX.line * differing) return true;
  const isDarker = (i: number): boolean => (q.data[i] as number) < (r.data[i] as number) - DARKER;
  const darker = areaOf(apart.map((value, i) => (value === 1 && isDarker(i) ? 1 : 0)));
  return area <= APART_MAX.shadow * differing && darker >= DARKER_PART * area;
}

/** Does it stand out from something within `STROKE_RADIUS_MAX` px, as letters do to be read, and a rough thing in the colour of an ink does not? */
function isReadable({ width, height, data: luma }: Plane, i: number): boolean {
  const [x, y] = [i % width, Math.floor(i / width)];
  const [right, bottom] = [Math.min(width - 1, x + STROKE_RADIUS_MAX), Math.min(height - 1, y + STROKE_RADIUS_MAX)];
  for (let v = Math.max(0, y - STROKE_RADIUS_MAX); v <= bottom; v++)
    for (let u = Math.max(0, x - STROKE_RADIUS_MAX); u <= right; u++)
      if (Math.abs((luma[v * width + u] as number) - (luma[i] as number)) >= CONTRAST_MIN) return true;
  return false;
}
