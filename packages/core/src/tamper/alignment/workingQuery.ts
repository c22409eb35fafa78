/**
 * The submitted picture as it is compared: at working size, and low-passed. It is laid beside several stored ones in turn, so that of the
 * last one is kept, with all that is worked out of its planes (`lumaChroma.ts`, `sharedBlur.ts`).
 * @module
 */
import type { Plane, Raster, Size } from '../../raster.ts';
import { gaussianBlur } from '../../signal/blur/gaussianBlur.ts';
import { type ColourPlanes, reducedQuery } from './registeredColour.ts';

/** Low-pass of both pictures, px of the working picture; shared recipe. */
const LOW_PASS_SIGMA = 1.6;

export const lowPassOf = (input: Plane): Plane => gaussianBlur(input, LOW_PASS_SIGMA, { truncate: 3 });

export function lowPassed({ width, height, channels: [r, g, b] }: ColourPlanes): ColourPlanes {
  const low = (data: Float32Array): Float32Array => lowPassOf({ width, height, data }).data;
  return { width, height, channels: [low(r), low(g), low(b)] };
}

/** Nobody writes to its planes. */
interface WorkingQuery {
  readonly colour: ColourPlanes;
  readonly low: ColourPlanes;
}

/** Of one picture, for it takes the memory of several; and not for longer than that lives. */
let kept = new WeakMap<Raster, WorkingQuery>();

/** @param query nobody writes to it any more */
export function workingQuery(query: Raster, size: Size): WorkingQuery {
  const known = kept.get(query);
  if (known?.colour.width === size.width && known.colour.height === size.height) return known;
  const colour = reducedQuery(query, size);
  const made = { colour, low: lowPassed(colour) };
  kept = new WeakMap([[query, made]]);
  return made;
}
