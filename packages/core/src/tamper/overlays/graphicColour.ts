/**
 * Colours that people draw with: near white, near black, or strongly coloured. What lies in scenes is seldom one of them over an area,
 * and what is made to pass for a scene takes its colours from the surroundings.
 * @module
 */
import { LUMA_WEIGHTS } from '../../raster.ts';

/** R, G, B, levels of [0, 255]. */
export type Colour = readonly [number, number, number];

export const WHITE: Colour = [255, 255, 255];
export const BLACK: Colour = [0, 0, 0];

/** All samples at least this: white paint, also after coding. */
export const WHITE_MIN = 225;
/** All samples at most this: black paint. */
const BLACK_MAX = 40;
/** Least saturation (max - min) / max of HSV (Smith 1978) and least max - min, levels: skies and leaves stay below one of them. */
const SATURATION_MIN = 0.6;
const CHROMA_MIN = 75;

/** Of a colour, or of a difference of two, levels. */
export const lumaOf = (colour: readonly number[]): number =>
  LUMA_WEIGHTS.reduce((sum, weight, c) => sum + weight * (colour[c] as number), 0);

export const isWhite = ([r, g, b]: Colour): boolean => Math.min(r, g, b) >= WHITE_MIN;

export const isBlack = (colour: Colour): boolean => Math.max(...colour) <= BLACK_MAX;

export const isWhiteOrBlack = (colour: Colour): boolean => isWhite(colour) || isBlack(colour);

export function isGraphicColour(colour: Colour): boolean {
  const max = Math.max(...colour);
  const chroma = max - Math.min(...colour);
  return isWhiteOrBlack(colour) || (chroma >= CHROMA_MIN && chroma >= SATURATION_MIN * max);
}

/** Lightest sample of a colour that scenes seldom have over strokes: paint, and no leaves in the shade. */
const VIVID_MIN = 200;

const isVivid = (colour: Colour): boolean =>
  Math.max(...colour) >= VIVID_MIN && isGraphicColour(colour) && !isWhite(colour);

/** Do colours tell of ink by themselves: one is vivid, or letters in white have an outline in black? Light and shade of a scene are one or the other. */
export const areOfInk = (colours: readonly Colour[]): boolean =>
  colours.some(isVivid) || (colours.some(isWhite) && colours.some(isBlack));
