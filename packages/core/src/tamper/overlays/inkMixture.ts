/**
 * Edges of ink: a pixel between two others of colours u and v has q = (1 - a) u + a v with some a of 0..1. Coding keeps the luma of an
 * edge but carries its colour some pixels further, so that luma must fit better than the rest.
 * @module
 */
import { LUMA_WEIGHTS } from '../../raster.ts';
import type { Colour } from './graphicColour.ts';
import { colourAt, type RegionPixels } from './regionPixels.ts';

/** What luma may be off by, levels, beyond the noise. */
const LUMA_TOLERANCE = 12;
/** What a channel may be off by beyond luma, levels. */
const CHROMA_TOLERANCE = 30;
/** Squared distance of two colours between which there is nothing to mix, levels^2. */
const APART_MIN = 400;

/** Does pixel i lie between the stored picture and one of the inks, or between two of them? */
export function mixes({ query, reference, noise }: RegionPixels, i: number, inks: readonly Colour[]): boolean {
  const colour = colourAt(query, i);
  const below = colourAt(reference, i);
  return inks.some(
    (ink, k) =>
      liesBetween(colour, below, ink, noise) ||
      inks.some((other, j) => j > k && liesBetween(colour, ink, other, noise)),
  );
}

function liesBetween(colour: Colour, from: Colour, to: Colour, noise: number): boolean {
  let product = 0;
  let square = 0;
  for (let c = 0; c < 3; c++) {
    const step = (to[c] as number) - (from[c] as number);
    product += step * ((colour[c] as number) - (from[c] as number));
    square += step * step;
  }
  if (square < APART_MIN) return false;
  const a = Math.min(1, Math.max(0, product / square));
  const off = (c: 0 | 1 | 2): number => colour[c] - from[c] - a * (to[c] - from[c]);
  const [r, g, b] = [off(0), off(1), off(2)];
  const luma = LUMA_WEIGHTS[0] * r + LUMA_WEIGHTS[1] * g + LUMA_WEIGHTS[2] * b;
  const isOfHue = (value: number): boolean => Math.abs(value - luma) <= CHROMA_TOLERANCE;
  return Math.abs(luma) <= LUMA_TOLERANCE + noise && isOfHue(r) && isOfHue(g) && isOfHue(b);
}
