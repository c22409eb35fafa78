/**
 * What ink leaves unexplained of a changed region. With D its pixels that differ, X those that ink explains (`inkLayers.ts`, `paint.ts`, `tintedGlass.ts`,
 * `inkStrokes.ts`, `inkMixture.ts`), E the erased ones (`erasure.ts`), X' the same as X and their neighbours, L the layers among them and L' the same and two pixels around,
 *     content = (|open(D \ X', 1)| + |E|) / |D|,   solid = |open(D \ L', 4)| / |D|,   sharpening = sum_D |grad q|^2 / sum_D |grad r|^2
 * and a region is an overlay if content and solid are small and, unless layers cover a third of D, the picture did not become smoother, as
 * it does where things are blurred or removed. What coding has left of letters is told by their strokes (`seenStrokes.ts`) and by their standing alone (`inkAlone.ts`). Bounds by bench/verdict/wild; see docs/decisions/0017-overlays.md.
 * @module
 */
import type { Plane } from '../../raster.ts';
import { either } from '../regions/masks.ts';
import { dilate, open } from '../regions/morphology.ts';
import { isBalancedDetail } from './balancedDetail.ts';
import { erasedPixels } from './erasure.ts';
import { areOfInk, type Colour, isWhiteOrBlack } from './graphicColour.ts';
import { type Ink, inkLayers, STROKE_RADIUS_MAX } from './inkLayers.ts';
import { mixes } from './inkMixture.ts';
import { noPaint, paintOn } from './paint.ts';
import { isInkAlone } from './inkAlone.ts';
import { seenStrokes } from './seenStrokes.ts';
import { tintedGlass } from './tintedGlass.ts';
import { inkStrokes, translucentStrokes } from './inkStrokes.ts';
import { lumasOf, type RegionPixels } from './regionPixels.ts';
import { hasBareVeil } from './veil.ts';

/** Why a region is taken for an overlay or not. */
export interface OverlayMeasure {
  /** Fraction of the differing pixels, 0..1, that no ink explains and that are more than an edge, or that were erased. */
  readonly content: number;
  /** Fraction of the differing pixels, 0..1, that layers of ink explain. */
  readonly covered: number;
  /** Fraction of the differing pixels, 0..1, that are layers or strokes, in colours of ink or seen through, where hardly anything else differs; else 0. */
  readonly inked: number;
  /** Its colours tell of ink by themselves, or the picture that is seen through it does. */
  readonly isOfInk: boolean;
  /** Nothing is seen through any of the layers. */
  readonly isOpaque: boolean;
  /** More of the differing pixels lie off the layers, in areas thicker than strokes, than letters and their edges make, and not all of that is near lines of ink. */
  readonly isSolid: boolean;
  /** An area was merely made darker, with nothing drawn on it. */
  readonly isBareVeil: boolean;
  /** Those of its layers, and panes of glass. */
  readonly inks: readonly Ink[];
  /** Energy of the gradient where the picture differs, in units of the stored picture's; >= 0. */
  readonly sharpening: number;
  readonly letters: Letters;
}

/** Ink itself, edges left out: its layers and paint, or strokes where there are none. */
export interface Letters {
  /** 1 on it. */
  readonly mask: Uint8Array;
  /** 1 on it and on all strokes. */
  readonly withStrokes: Uint8Array;
  /** 1 on all that passes for ink: its edges and what is seen through strokes, too. */
  readonly withEdges: Uint8Array;
  readonly colours: readonly Colour[];
}

/** Bounds of them for an overlay; scenes have white and black of their own, and everything between. */
export const OVERLAY_BOUNDS = {
  contentMax: 0.1,
  solidMax: { whiteOrBlack: 0.1, coloured: 0.35 },
  sharpeningMin: 1.05,
} as const;
const SOLID_MOST = Math.max(...Object.values(OVERLAY_BOUNDS.solidMax));
/** Fraction of the differing pixels that layers explain from which it does not matter how sharp the picture became: they hide what was. */
const COVERED_MIN = 0.35;
/** The same of a coded sticker, of which strokes in its own colours are left beside the layers. */
const INKED_MIN = { covered: 0.1, inked: 0.5 } as const;
/** Part of what differs that is ink itself at least where coding took the rest. */
const CODED_INKED_MIN = 0.1;
/** Content up to which nothing but ink differs. */
const CLEAN_CONTENT_MAX = 0.02;
/** Thin things that are as light as dark, without ink, were drawn if the picture became sharper by so much. */
const DRAWN_SHARPENING_MIN = 2;
/**
 * Where translucent strokes explain what is left, the picture must have become sharper by this, as it does not where thin things were
 * removed; by less in a picture over which something else was laid.
 */
const STROKES_SHARPENING_MIN = { alone: DRAWN_SHARPENING_MIN, besideOthers: 1.15 } as const;
/** And this where the picture is seen through strokes of one colour. */
const SEEN_SHARPENING_MIN = 1.3;
/** Distance from ink, px, at which pixels are its edge: half the width of the chroma that a coder stores for two pixels, and one. */
const EDGE = 3;
/** Pixels nearer than this to a layer are its edge. */
const LAYER_EDGE = 2;
/** Fewer differing pixels than this say nothing of what they are. */
const PIXELS_MIN = 10;

export const isOverlay = (measure: OverlayMeasure | null): boolean =>
  measure !== null &&
  measure.content <= OVERLAY_BOUNDS.contentMax &&
  !measure.isSolid &&
  !measure.isBareVeil &&
  (isHidden(measure) || measure.sharpening >= OVERLAY_BOUNDS.sharpeningMin);

/** And where noise is taken for what coding leaves on edges or in quiet places: less differs then, so that what still does must be ink, and be seen to be. */
export const isCodedOverlay = (measure: OverlayMeasure): boolean =>
  isOverlay(measure) && measure.isOfInk && measure.inked >= CODED_INKED_MIN;

/** Does ink hide what was, so that it does not matter how sharp the picture became? */
const isHidden = ({ covered, inked }: OverlayMeasure): boolean =>
  covered >= COVERED_MIN || (covered >= INKED_MIN.covered && inked >= INKED_MIN.inked);

/** Also where a palette or a screen has made dots of ink of its own: what hides what was behind flat ink. */
export const isOpaqueOverlay = (measure: OverlayMeasure | null): boolean =>
  isOverlay(measure) && measure !== null && measure.isOpaque && measure.covered >= COVERED_MIN;

/** Does it show that somebody draws on the picture? */
export const isDrawing = ({ letters, sharpening }: OverlayMeasure): boolean =>
  letters.colours.length > 0 || sharpening >= DRAWN_SHARPENING_MIN;

/** What is known of the rest of the picture. */
export interface Beside {
  /** Something was drawn on it before any of the regions that are looked at. */
  readonly hasOthers: boolean;
  /** Or on one of these: dots of a palette beside letters are balanced, too. */
  readonly isDrawnOn: boolean;
  /** And the region lies at its edge: then it is what is left of that, and no area by itself. */
  readonly adjoins: boolean;
  /** It is flat where the stored picture is not, as a palette or a filter makes it: then being flat says nothing. Asked where it matters. */
  readonly isFlattened: () => boolean;
  /** Inks of what was laid over elsewhere. */
  readonly inks: readonly Ink[];
}

/** @returns null if too little differs to tell, or more lies off the layers than any overlay leaves: content that replaces other content */
export function measureOverlay(
  pixels: RegionPixels,
  { hasOthers, isDrawnOn, adjoins, isFlattened, inks: known }: Beside,
): OverlayMeasure | null {
  const { width, height, differs, differing } = pixels;
  if (differing < PIXELS_MIN) return null;
  const { layers, explained: ofLayers } = inkLayers(pixels, known);
  const drawn = paintOn(pixels);
  const paint = drawn.colours.length > 0 && isFlattened() ? noPaint(pixels) : drawn;
  const opaque = either(ofLayers, paint.mask);
  const glass = tintedGlass(pixels, opaque);
  const explained = either(opaque, glass.mask);
  const besideLayers = unexplained(differs, explained, width, height, LAYER_EDGE);
  const solid = fractionOf(open(besideLayers, width, height, STROKE_RADIUS_MAX), differing);
  const sharpening = sharpeningOf(pixels);
  const isSharper = sharpening >= STROKES_SHARPENING_MIN[hasOthers ? 'besideOthers' : 'alone'];
  if (solid > SOLID_MOST && !isSharper) return null;
  const { inks, strokes } = inkStrokes(pixels, explained, either(paint.ground, glass.ground));
  const ink = explained.slice();
  for (let i = 0; i < ink.length; i++) if (strokes[i] === 1) ink[i] = 1;
  const inked = ink.slice();
  const nearInk = dilate(ink, width, height, EDGE);
  const flat: readonly Colour[] = [
    ...layers.map((layer) => layer.ink),
    ...paint.colours,
    ...glass.panes.map(({ ink }) => ink),
  ];
  const colours = [...flat, ...inks];
  for (let i = 0; i < ink.length; i++)
    if (differs[i] === 1 && ink[i] === 0 && nearInk[i] === 1 && mixes(pixels, i, colours)) ink[i] = 1;
  if (!isDrawnOn && sharpening < DRAWN_SHARPENING_MIN && isBalancedDetail(pixels, inked)) return null;
  const seen = !isSharper && sharpening >= SEEN_SHARPENING_MIN ? seenStrokes(pixels, ink) : null;
  const thin = isSharper ? translucentStrokes(pixels, unexplained(differs, ink, width, height, 1)) : seen;
  if (thin !== null) for (let i = 0; i < ink.length; i++) if (thin[i] === 1) ink[i] = 1;
  const content = open(unexplained(differs, ink, width, height, 1), width, height, 1);
  const solidMax = OVERLAY_BOUNDS.solidMax[colours.every(isWhiteOrBlack) ? 'whiteOrBlack' : 'coloured'];
  const left = Math.min(1, fractionOf(content, differing) + fractionOf(erasedPixels(pixels), differing));
  const isClean = left <= CLEAN_CONTENT_MAX;
  const isOfInk = seen !== null || areOfInk(colours);
  return {
    content: left,
    covered: fractionOf(explained, differing),
    inked: isClean ? fractionOf(seen ?? inked, differing) : 0,
    isOfInk,
    isOpaque: glass.panes.length === 0 && layers.every(({ transparency }) => transparency === 0),
    isSolid: solid > solidMax && !(isSharper && isInkAlone(pixels, explained, strokes, isClean && isOfInk)),
    isBareVeil: !adjoins && hasBareVeil(pixels, layers),
    inks: [...layers, ...glass.panes],
    sharpening,
    letters:
      flat.length > 0
        ? {
            mask: either(explained, glass.ground),
            withStrokes: either(inked, glass.ground),
            withEdges: either(ink, glass.ground),
            colours: flat,
          }
        : { mask: strokes, withStrokes: inked, withEdges: ink, colours: inks },
  };
}

function fractionOf(mask: Uint8Array, differing: number): number {
  let sum = 0;
  for (let i = 0; i < mask.length; i++) sum += mask[i] as number;
  return sum / differing;
}

/** Differing pixels that are neither ink nor within `edge` px of it. */
function unexplained(differs: Uint8Array, ink: Uint8Array, width: number, height: number, edge: number): Uint8Array {
  const around = dilate(ink, width, height, edge);
  const out = new Uint8Array(differs.length);
  for (let i = 0; i < out.length; i++) out[i] = around[i] === 1 ? 0 : (differs[i] as number);
  return out;
}

function sharpeningOf(pixels: RegionPixels): number {
  const around = dilate(pixels.differs, pixels.width, pixels.height, 1);
  const [q, r] = lumasOf(pixels);
  return gradientEnergy(q, around) / Math.max(1, gradientEnergy(r, around));
}

/** Sum of the squared differences from a pixel of the mask to those at its right and below. */
function gradientEnergy({ width, height, data: luma }: Plane, mask: Uint8Array): number {
  let sum = 0;
  for (let y = 0; y + 1 < height; y++)
    for (let x = 0; x + 1 < width; x++) {
      const i = y * width + x;
      if (mask[i] === 0) continue;
      const here = luma[i] as number;
      sum += ((luma[i + 1] as number) - here) ** 2 + ((luma[i + width] as number) - here) ** 2;
    }
  return sum;
}
