/** Where two pictures show the same, as far as can be told before their colours agree: there a tone change can be read off. @module */
import { localMoments } from '../cues/localStatistics.ts';
import type { ColourPlanes } from '../alignment/registeredColour.ts';
import { lumaOf } from './lumaChroma.ts';

/** Half width of the windows, half-grid cells, two passes: a Gaussian of sigma 5.7 px. */
const RADIUS = 3;
/** Variance below which a place has no structure to compare, levels^2. */
const FLAT_VARIANCE = 4;
/** Places with structure that correlates by less show other content; of either sign, for a negative turns it round. */
const CORRELATION_MIN = 0.3;
/** Where fewer than this are left, fraction of the overlap, the whole picture became another one, and says nothing of places. */
const LEFT_MIN = 0.5;

/**
 * Leaves out what was replaced, removed or blurred: levels that are nowhere else would be mapped to what covers them, and nothing would differ.
 * @param query, reference low-passed
 * @param inside 1 where both have a pixel
 * @returns 1 in the rest; `inside` itself if that is too little
 */
export function sharedPlaces(query: ColourPlanes, reference: ColourPlanes, inside: Uint8Array): Uint8Array {
  const { width, height } = query;
  const moments = localMoments(lumaOf(query), lumaOf(reference), inside, RADIUS);
  const isOther = new Uint8Array(moments.covariance.length);
  for (let i = 0; i < isOther.length; i++) {
    const q = moments.varianceQuery[i] as number;
    const r = moments.varianceReference[i] as number;
    const correlation = (moments.covariance[i] as number) / Math.sqrt((q + 1) * (r + 1));
    if (Math.max(q, r) >= FLAT_VARIANCE && Math.abs(correlation) < CORRELATION_MIN) isOther[i] = 1;
  }
  const shared = new Uint8Array(inside.length);
  const across = (width + 1) >> 1;
  let [left, all] = [0, 0];
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      if (inside[i] === 0) continue;
      all++;
      if (isOther[(y >> 1) * across + (x >> 1)] === 1) continue;
      shared[i] = 1;
      left++;
    }
  return left < LEFT_MIN * all ? inside : shared;
}
