/**
 * Ground lost between letters. A caption leaves the picture between its letters as it was; a text that took another's place stands on ground that
 * was painted, blurred or filled in. Where that ground is soft no pixel of it differs by much, and what differs may pass for an edge of ink; all
 * of them together tell. G are the pixels between the letters: in the closing of the ink, further than two from it, where nothing else was laid
 * over, and not of the ink's colour, for over black, black ink changes nothing. With b the part of
 * the stored detail that still shows in G and e its standard error (`detailSlope.ts`), and b_0 and e_0 the same of what is cut out beside the region, where the stored detail
 * is no stronger than in G, the ground is lost if
 *     b + 2 e < (b_0 - 2 e_0) / 3.
 * Of ground that was plain before nothing can be said: e is large.
 * What is soft on a fine texture passes for strokes that are seen through, light ones where the texture was dark and dark ones where it was light;
 * then G are all pixels of the region, 8 px from its rim, off ink in its colours, and the ground is lost if b is that of unrelated detail,
 *     b >= -e,   e <= 0.1,   sum a_r^2 / |G| >= 8,
 * besides. Strokes that were drawn there turn b round: white on dark changes more than white on white.
 * @module
 */
import type { AlignedPictures } from '../alignment/alignPictures.ts';
import { areaOf, without } from '../regions/masks.ts';
import { close, dilate, erode, fillHoles } from '../regions/morphology.ts';
import { asWeakAs, isLost, type Slope, slopeOf } from './detailSlope.ts';
import type { OverlayMeasure } from './overlayMeasure.ts';
import { colourAt, distance, inWhole, lumasOf, type RegionPixels } from './regionPixels.ts';

/** Letters of a word are closer to each other than twice this, px. */
const LETTER_GAP = 6;
/** Of their place letters take at least this part; thinner ink is the edge of something, beside which the pictures may lie askew. */
const INK_SHARE_MIN = 0.15;
/** Nearer than this to ink a pixel is part edge: antialiasing and resampling, px. */
const EDGE = 2;
/** The same of strokes that were told by themselves: chroma is coded for two pixels, and one. */
const STROKE_EDGE = 3;
/** What lies nearer to the rim of a region than this may lie outside of what was changed: by so much regions are grown, px. */
const RIM = 8;
/** Variance of the stored detail below which codecs take all of it, levels^2, where no letters say that there should be some. */
const ENERGY_MIN = 8;
/** Standard error of the slope from which it tells nothing from letters. */
const ERROR_MAX = 0.1;
/** A pixel this near to the colour of an ink may be ink, levels. */
const INK_SPREAD = 25;

/**
 * Between opaque letters, with the strokes beside them left out, or with them in: some are letters, and some the dots of a screen or a coder. And in all
 * of the region, off whatever passes for ink, or, since what is soft passes for strokes that are seen through, off ink in its colours alone.
 * @param joined  1 on all changed regions of the working picture, and around them
 * @param adjoins the region touches what was told as laid over before: then it is what is left of that, letters alone tell
 */
export function isGroundLost(
  aligned: Pick<AlignedPictures, 'query' | 'inside'>,
  pixels: RegionPixels,
  { isOpaque, letters }: Pick<OverlayMeasure, 'isOpaque' | 'letters'>,
  joined: Uint8Array,
  adjoins: boolean,
): boolean {
  const { width, height, query } = pixels;
  const { mask, withStrokes, withEdges, colours } = letters;
  const isInk = (i: number): boolean => colours.some((colour) => distance(colour, colourAt(query, i)) <= INK_SPREAD);
  const placeOf = (i: number): number => inWhole(pixels, i, aligned.query.width);
  const isSeen = (i: number): boolean => aligned.inside[placeOf(i)] === 1;
  const groundIn = (place: Uint8Array): Uint8Array =>
    place.map((value, i) => (value === 1 && isSeen(i) && !isInk(i) ? 1 : 0));
  const beside = mask.map((_, i) => (isSeen(i) && joined[placeOf(i)] === 0 ? 1 : 0));
  const [q, r] = lumasOf(pixels);
  const isGone = (ground: Uint8Array, isTold: (slope: Slope) => boolean): boolean => {
    const between = slopeOf(q, r, ground);
    const around = between && slopeOf(q, r, beside, asWeakAs(between));
    return between !== null && around !== null && isTold(between) && isLost(between, around);
  };
  const word = fillHoles(close(mask, width, height, LETTER_GAP), width, height);
  if (isOpaque && areaOf(mask) >= INK_SHARE_MIN * areaOf(word)) {
    const ground = groundIn(word);
    for (const ink of [mask, withStrokes])
      if (isGone(without(ground, dilate(ink, width, height, EDGE)), () => true)) return true;
  }
  if (adjoins) return false;
  const ground = groundIn(erode(pixels.region, width, height, RIM));
  return (
    isGone(without(ground, dilate(withEdges, width, height, 1)), isUnrelated) ||
    isGone(without(ground, dilate(withStrokes, width, height, STROKE_EDGE)), isUnrelated)
  );
}

/** Light strokes on dark places and dark ones on light turn the slope round; where the ground is gone it is none. */
const isUnrelated = ({ slope, error, energy }: Slope): boolean =>
  energy >= ENERGY_MIN && error <= ERROR_MAX && slope >= -error;
