/**
 * A strip of plain margin along the edge of the picture: the paper around a print that lay aslant on the scanner, a frame not quite cut away. What it
 * hides was cut off rather than replaced.
 * @module
 */
import type { Size } from '../../raster.ts';
import { ranked } from '../../signal/orderStatistics.ts';
import { type Colour, isWhiteOrBlack } from './graphicColour.ts';
import { distanceFrom, type RegionPixels } from './regionPixels.ts';

/** How far it reaches into the picture, fraction of the shorter side; and px, for small ones. */
const DEPTH_MAX = 0.04;
const DEPTH_MIN_PX = 8;
/** Its outermost pixels that differ lie nearer than this to the edge, px: beside places that are not covered nearer ones are not compared. */
const EDGE_PX = 6;
/** So many of its pixels lie no deeper, and are of one colour. */
const FRACTION_MIN = 0.8;
/** Levels within which a colour is one: grain of paper, and coding. */
const SAME_COLOUR = 24;

/**
 * @param picture the working picture
 * @param othersMax so many of its pixels may lie deeper or be of another colour
 */
export function isMargin(
  { width, left, top, query, differs, differing }: RegionPixels,
  picture: Size,
  othersMax: number,
): boolean {
  if (differing === 0) return false;
  const depthMax = Math.max(DEPTH_MIN_PX, DEPTH_MAX * Math.min(picture.width, picture.height));
  const colour = plainColour(query, differs, differing);
  if (colour === null) return false;
  let [shallow, plain, nearest] = [0, 0, Number.POSITIVE_INFINITY];
  for (let i = 0; i < differs.length; i++) {
    if (differs[i] === 0) continue;
    const [x, y] = [left + (i % width), top + Math.trunc(i / width)];
    const depth = Math.min(x, y, picture.width - 1 - x, picture.height - 1 - y);
    nearest = Math.min(nearest, depth);
    if (depth <= depthMax) shallow++;
    if (distanceFrom(query, i, colour) <= SAME_COLOUR) plain++;
  }
  const least = Math.max(FRACTION_MIN * differing, differing - othersMax);
  return nearest <= EDGE_PX && Math.min(shallow, plain) >= least;
}

/** The median of every channel where that is white or black, else null: most are neither, as the first channel tells already. */
function plainColour(planes: RegionPixels['query'], mask: Uint8Array, count: number): Colour | null {
  const median = (plane: Float32Array): number => {
    const picked = new Float32Array(count);
    for (let i = 0, at = 0; i < mask.length; i++) if (mask[i] === 1) picked[at++] = plane[i] as number;
    return ranked(picked, count >> 1) as number;
  };
  const red = median(planes[0]);
  if (!isWhiteOrBlack([red, red, red])) return null;
  const colour: Colour = [red, median(planes[1]), median(planes[2])];
  return isWhiteOrBlack(colour) ? colour : null;
}
