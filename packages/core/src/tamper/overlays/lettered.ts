/** Areas that carry letters: labels, ribbons, a broadcaster's bars. What is recoloured or filled in carries none. @module */
import { areaOf, indicesOf, maskOf, without } from '../regions/masks.ts';
import { close, erode, fillHoles } from '../regions/morphology.ts';
import type { RegionPixels } from './regionPixels.ts';

/** Letters are closer to each other than twice this, px. */
const GAP = 6;
/** To be read they differ from what carries them by so much, levels of luma. */
export const CONTRAST_MIN = 60;
/** Depth of an outline, px, and the part of all that lies within it that is of the area, at least. */
const OUTLINE = 2;
const INSIDE_MIN = 0.5;

export interface LetteredBounds {
  /** Part of the outline that is of the area, at least. */
  readonly outlineMin: number;
  /** Pixels of letters in units of those of the area. */
  readonly lettersMin: number;
  readonly lettersMax: number;
}

/** An area with what it encloses. */
export const enclosed = (area: Uint8Array, { width, height }: RegionPixels): Uint8Array =>
  fillHoles(close(area, width, height, GAP), width, height);

/**
 * Are these pixels an area, up to its own outline, that carries letters?
 * @param isLetter does a pixel stand out from it, and from the stored picture?
 */
export function isLettered(
  pixels: RegionPixels,
  members: readonly number[],
  isLetter: (i: number) => boolean,
  { outlineMin, lettersMin, lettersMax }: LetteredBounds,
): boolean {
  const { width, height } = pixels;
  const mask = maskOf(members, pixels.differs.length);
  const area = enclosed(mask, pixels);
  const outline = indicesOf(without(area, erode(area, width, height, OUTLINE)));
  // Of letters on another ground the outline is made of gaps, too.
  if (outline.filter((i) => mask[i] === 1).length < outlineMin * outline.length) return false;
  if (members.length < INSIDE_MIN * areaOf(area)) return false;
  const letters = indicesOf(without(area, mask)).filter(isLetter).length / members.length;
  return letters >= lettersMin && letters <= lettersMax;
}
