/**
 * Ground emptied beside letters. `lostGround.ts` asks for opaque ink, or for ground between all that passes for ink; but of a place that was smoothed for thin
 * letters most pixels lie between the stored picture and ink, and what is left is where the two happen to agree. Here ink is what stands out most, in whatever
 * colour, and G all that is near it, whether it differs or not.
 *
 * What hides detail and is no replacement is a pane: a shadow, a glow, an outline, a box. It hides brightness by as much. Under ink of luma c and opacity a
 * both the detail and the distance of the mean from c shrink by 1 - a, so that with the means q and r of a window
 *     a = (q - r) / (c - r),
 * and where that is less than a third for white, black and every ink of the region, at least two thirds of the detail must be seen. Of those windows of G the slope b of
 * the detail, e and the same beside, b_0 and e_0 (`detailSlope.ts`), are taken; the ground was emptied if
 *     b + 2 e < (b_0 - 2 e_0) / 3,   b >= -e,   e <= 0.1 max(1, b_0),   sum a_r^2 / |G| >= 8,
 * and if b < b_0 / 3 also on those pixels of G that do not differ the way that the ink does: white letters only lighten, hairlines and halos too, and what they do not
 * lighten they leave as it was, while of a ground without detail the slope is none on whichever of its pixels it is taken.
 * Nothing is said where the stored picture is nearly as bright as an ink or plain: there a shadow moves no mean, and nobody can tell a caption from a sign.
 * @module
 */
import type { Plane } from '../../raster.ts';
import { ranked } from '../../signal/orderStatistics.ts';
import type { AlignedPictures } from '../alignment/alignPictures.ts';
import { areaOf, without } from '../regions/masks.ts';
import { dilate, erode } from '../regions/morphology.ts';
import { asWeakAs, type DetailWindow, isLost, LOST_MAX, slopeOf } from './detailSlope.ts';
import { BLACK, lumaOf as lumaOfColour, WHITE } from './graphicColour.ts';
import { CONTRAST_MIN } from './lettered.ts';
import type { OverlayMeasure } from './overlayMeasure.ts';
import { inWhole, lumasOf, type RegionPixels } from './regionPixels.ts';

/** What stands out most: this part of the differing pixels do by no more, 0..1; edges and ground are beneath it. */
const STRONGEST = 0.9;
/** Of what stands out no more than this is lighter than the stored picture, or darker, where the ink is the other: with an outline it is both. */
const OTHER_MAX = 0.05;
/** Nearer than this to ink a pixel is part edge: antialiasing and resampling, px. */
const EDGE = 2;
/** Further than this from it nobody need have emptied the place, px. */
const NEAR = 5;
/** What lies nearer to the rim of a region than this may lie outside of what was changed, px: regions are grown by 8, and the low-pass that finds them loses two. */
const RIM = 6;
/** Opacity from which a window is left to a pane. */
const PANE_MIN = 1 / 3;
/** A mean nearer than this to an ink tells no opacity, levels. */
const APART_MIN = 40;
/** Variance of the stored detail below which codecs take all of it, levels^2. */
const ENERGY_MIN = 8;
/** Standard error of the slope from which it tells nothing, in units of the slope beside where that is more than 1: of a sharpened picture. */
const ERROR_MAX = 0.1;
/** Fewer pixels of ground than this say nothing. */
const PIXELS_MIN = 60;

/** @param joined 1 on all changed regions of the working picture, and around them */
export function isGroundEmptied(
  aligned: Pick<AlignedPictures, 'query' | 'inside'>,
  pixels: RegionPixels,
  { inks, letters }: Pick<OverlayMeasure, 'inks' | 'letters'>,
  joined: Uint8Array,
): boolean {
  const { width, height } = pixels;
  const [q, r] = lumasOf(pixels);
  const placeOf = (i: number): number => inWhole(pixels, i, aligned.query.width);
  const ink = strongest(pixels, q, r);
  const near = without(dilate(ink, width, height, NEAR), dilate(ink, width, height, EDGE));
  const unlettered = without(erode(pixels.region, width, height, RIM), dilate(letters.mask, width, height, EDGE));
  const ground = near.map((value, i) =>
    value === 1 && unlettered[i] === 1 && aligned.inside[placeOf(i)] === 1 ? 1 : 0,
  );
  if (areaOf(ground) < PIXELS_MIN) return false;
  const lumas = [BLACK, WHITE, ...inks.map((layer) => layer.ink), ...letters.colours].map(lumaOfColour);
  const isTelling = (window: DetailWindow): boolean => lumas.every((luma) => isBare(window, luma));
  const between = slopeOf(q, r, ground, isTelling);
  if (between === null || between.energy < ENERGY_MIN || between.slope < -between.error) return false;
  const beside = ground.map((_, i) => (aligned.inside[placeOf(i)] === 1 && joined[placeOf(i)] === 0 ? 1 : 0));
  const around = slopeOf(q, r, beside, asWeakAs(between));
  if (around === null || between.error > ERROR_MAX * Math.max(1, around.slope) || !isLost(between, around))
    return false;
  const inkless = slopeOf(q, r, without(ground, towards(pixels, ink, q, r)), isTelling);
  return inkless !== null && inkless.slope < LOST_MAX * around.slope;
}

/** Does no pane of an ink's luma lie on the window? */
function isBare({ meanQ, meanR }: DetailWindow, luma: number): boolean {
  const towards = luma - meanR;
  return Math.abs(towards) >= APART_MIN && (meanQ - meanR) / towards <= PANE_MIN;
}

const off = ({ data: q }: Plane, { data: r }: Plane, i: number): number => (q[i] as number) - (r[i] as number);

/** 1 on the differing pixels whose luma differs by more than half of what the strongest tenth of them does: up to the middle of their edges. */
function strongest({ differs, differing }: RegionPixels, q: Plane, r: Plane): Uint8Array {
  const values = new Float32Array(differing);
  for (let i = 0, k = 0; i < differs.length; i++) if (differs[i] === 1) values[k++] = Math.abs(off(q, r, i));
  const strong = ranked(values, Math.floor(STRONGEST * differing)) ?? 0;
  const least = Math.max(CONTRAST_MIN, strong) / 2;
  return differs.map((value, i) => (value === 1 && Math.abs(off(q, r, i)) >= least ? 1 : 0));
}

/** 1 on the pixels that differ the way that the ink does. */
function towards({ differs }: RegionPixels, ink: Uint8Array, q: Plane, r: Plane): Uint8Array {
  let [lighter, darker] = [0, 0];
  for (let i = 0; i < ink.length; i++) {
    if (ink[i] === 0) continue;
    if (off(q, r, i) > 0) lighter++;
    else darker++;
  }
  const [lightens, darkens] = [lighter, darker].map((count) => count > OTHER_MAX * (lighter + darker));
  return differs.map((value, i) => (value === 1 && (off(q, r, i) > 0 ? lightens : darkens) ? 1 : 0));
}
