/**
 * Strokes: lines and letters that are too thin for a layer, whose every pixel is part edge. Two kinds are told: drawn in colours of ink
 * that the stored picture does not have there, and translucent ones that lighten or darken what is below without changing its hue.
 * @module
 */
import { BLACK, type Colour, isGraphicColour, WHITE } from './graphicColour.ts';
import { indicesOf } from '../regions/masks.ts';
import { mixes } from './inkMixture.ts';
import { open } from '../regions/morphology.ts';
import { colourAt, distanceAt, distanceFrom, type RegionPixels } from './regionPixels.ts';

export interface InkStrokes {
  readonly inks: readonly Colour[];
  /** 1 on the strokes. */
  readonly strokes: Uint8Array;
}

/** Strokes are at most twice this and one wide, px. */
const RADIUS = 3;
/** Colours of one ink lie within this, levels: an edge that was coded. */
const INK_SPREAD = 25;
const INKS_MAX = 3;
/** Fraction of the differing pixels that an ink makes up at least, and their number. */
const FRACTION_MIN = 0.02;
const PIXELS_MIN = 6;
/** Pixels that are tried as the ink's colour. */
const DRAWS = 40;

/**
 * Strokes in colours of ink among the differing pixels that no layer explains.
 * @param painted 1 where letters in any colour are strokes: on what was painted
 */
export function inkStrokes(pixels: RegionPixels, explained: Uint8Array, painted: Uint8Array): InkStrokes {
  const { width, height, query, reference, differs, differing } = pixels;
  const candidates = differs.map((value, i) => {
    if (value === 0 || explained[i] === 1) return 0;
    if (distanceAt(query, reference, i) < INK_SPREAD) return 0;
    return painted[i] === 1 || isGraphicColour(colourAt(query, i)) ? 1 : 0;
  });
  let left = indicesOf(thinPart(candidates, width, height));
  const least = Math.max(PIXELS_MIN, FRACTION_MIN * differing);
  const inks: Colour[] = [];
  const strokes = new Uint8Array(differs.length);
  while (inks.length < INKS_MAX && left.length >= least) {
    const { ink, members } = commonest(query, left);
    if (members.length < least) break;
    inks.push(ink);
    for (const i of members) strokes[i] = 1;
    const taken = new Set(members);
    left = left.filter((i) => !taken.has(i));
  }
  return { inks, strokes };
}

/** Translucent strokes of these inks, white and black unless told, among the pixels of `rest`; 1 on them. */
export function translucentStrokes(
  pixels: RegionPixels,
  rest: Uint8Array,
  inks: readonly Colour[] = [WHITE, BLACK],
): Uint8Array {
  const candidates = rest.map((value, i) => (value === 1 && mixes(pixels, i, inks) ? 1 : 0));
  return thinPart(candidates, pixels.width, pixels.height);
}

function thinPart(mask: Uint8Array, width: number, height: number): Uint8Array {
  const thick = open(mask, width, height, RADIUS);
  return mask.map((value, i) => (thick[i] === 1 ? 0 : value));
}

/** The colour that most pixels are near to, and those pixels. */
function commonest(
  query: RegionPixels['query'],
  left: readonly number[],
): { readonly ink: Colour; readonly members: readonly number[] } {
  let best: { ink: Colour; members: readonly number[] } = { ink: BLACK, members: [] };
  for (let draw = 0; draw < DRAWS; draw++) {
    const ink = colourAt(query, left[Math.floor(((draw + 0.5) / DRAWS) * left.length)] as number);
    const members = left.filter((i) => distanceFrom(query, i, ink) <= INK_SPREAD);
    if (members.length > best.members.length) best = { ink, members };
  }
  return best;
}
