/**
 * Strokes that the picture is seen through: letters of an agency's mark after strong coding, when no pixel keeps the opacity that it was drawn with, and the picture became sharper
 * by less than letters make it. With T the pixels of D, those that differ, that lie in thin places between the stored picture and white, or black, whichever makes more of it, the strokes explain
 * the region if
 *     |D| >= 300,   |T| >= 0.5 |D|,   |open(D \ T', 1)| <= 0.01 |D|,   |sum_D d| >= 0.56 sum_D |d|,   b - 2 e >= 0.5,   sum a_r^2 / |D| >= 64,
 * T' the same and its neighbours, d the difference of luma, b and e the slope of the detail on D and its error (`detailSlope.ts`): ink of one colour takes all towards that, and
 * what is seen through it is the stored picture's detail. What replaces content has detail of its own.
 * @module
 */
import { areaOf, either, without } from '../regions/masks.ts';
import { dilate, open } from '../regions/morphology.ts';
import { slopeOf } from './detailSlope.ts';
import { BLACK, WHITE } from './graphicColour.ts';
import { translucentStrokes } from './inkStrokes.ts';
import { lumasOf, type RegionPixels } from './regionPixels.ts';

/** Fewer differing pixels than this are no word. */
const PIXELS_MIN = 300;
const STROKES_MIN = 0.5;
const REST_MAX = 0.01;
/** The larger of the sums of what became lighter and of what became darker is 0.78 of both. */
const ONE_WAY_MIN = 0.56;
/** Of the stored detail so much is seen at least, and it has so much variance, levels^2: in plain places all may be strokes. */
const SEEN_MIN = 0.5;
const ENERGY_MIN = 64;
/** Standard errors that the slope may be off by. */
const ERRORS = 2;

/**
 * @param ink 1 on what passes for ink already
 * @returns 1 on the strokes; null if what differs is something else
 */
export function seenStrokes(pixels: RegionPixels, ink: Uint8Array): Uint8Array | null {
  const { width, height, differs, differing } = pixels;
  if (differing < PIXELS_MIN) return null;
  const [q, r] = lumasOf(pixels);
  let [sum, size] = [0, 0];
  for (let i = 0; i < differs.length; i++) {
    if (differs[i] === 0) continue;
    const difference = (q.data[i] as number) - (r.data[i] as number);
    sum += difference;
    size += Math.abs(difference);
  }
  if (Math.abs(sum) < ONE_WAY_MIN * size) return null;
  const strokes = translucentStrokes(pixels, without(differs, ink), [sum > 0 ? WHITE : BLACK]);
  if (areaOf(strokes) < STROKES_MIN * differing) return null;
  const rest = without(differs, dilate(either(ink, strokes), width, height, 1));
  if (areaOf(open(rest, width, height, 1)) > REST_MAX * differing) return null;
  const detail = slopeOf(q, r, differs);
  return detail !== null && detail.energy >= ENERGY_MIN && detail.slope - ERRORS * detail.error >= SEEN_MIN
    ? strokes
    : null;
}
