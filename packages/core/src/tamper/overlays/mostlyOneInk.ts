/**
 * Is a part of a picture mostly one layer q = g r + o (`inkLine.ts`), as a bar or a box that was laid over it is? Hardly any content that replaces
 * another is; telling so takes a hundredth of the time of telling that no overlay is there (`overlaysIn.ts`).
 * @module
 */
import type { AlignedPictures } from '../alignment/alignPictures.ts';
import { consensus, type Line, through } from './inkLine.ts';
import { colourAt, differenceMin, distanceAt, type RegionPixels } from './regionPixels.ts';

/** Distance of a pixel from what the layer makes of it, levels: coding, and an edge nearby. */
const TOLERANCE = 8;
/** Of the pixels that differ: of bars and boxes with letters two thirds and more lie on it, of what replaces content a fifth. */
const FRACTION_MIN = 0.5;

/**
 * @param part  1 on it, on the working picture
 * @param noise levels
 */
export function isMostlyOneInk({ query, fitted }: AlignedPictures, part: Uint8Array, noise: number): boolean {
  const pictures: Pick<RegionPixels, 'query' | 'reference'> = { query: query.channels, reference: fitted.channels };
  const least = differenceMin(noise);
  const differing: number[] = [];
  for (let i = 0; i < part.length; i++)
    if (part[i] === 1 && distanceAt(query.channels, fitted.channels, i) > least) differing.push(i);
  const isNear = (c: 0 | 1 | 2, { g, o }: Line, i: number): boolean =>
    Math.abs((query.channels[c][i] as number) - g * (fitted.channels[c][i] as number) - o[c]) <= TOLERANCE;
  const fits = (line: Line, i: number): boolean => isNear(0, line, i) && isNear(1, line, i) && isNear(2, line, i);
  const linesAt = (a: number, b: number): readonly Line[] => {
    const translucent = through(pictures, a, b);
    const opaque: Line = { g: 0, o: colourAt(query.channels, a) };
    return translucent === null ? [opaque] : [opaque, translucent];
  };
  const line = differing.length > 0 ? consensus(differing, fits, linesAt) : null;
  return line !== null && differing.filter((i) => fits(line, i)).length >= FRACTION_MIN * differing.length;
}
