/**
 * Picture content of the query that the reference does not cover. A plain border, a letterbox or the corners of a turned
 * picture are uncovered as well but show nothing, so they do not count.
 * @module
 */
import type { Plane } from '../../raster.ts';
import { localMoments } from '../cues/localStatistics.ts';

/** Half width of the window, half-grid cells. */
const RADIUS = 3;
/** Local standard deviation up to which an uncovered place is plain, levels: recompression of a flat border stays below. */
const PLAIN_DEVIATION_MAX = 4;
/** Fraction of valid pixels a window needs. */
const FRACTION_MIN = 0.25;

/** Area fraction of the query that is uncovered and not plain, 0..1. */
export function foreignFraction(luma: Plane, covered: Uint8Array): number {
  if (!covered.includes(0)) return 0;
  const outside = new Uint8Array(covered.length);
  for (let i = 0; i < outside.length; i++) outside[i] = 1 - (covered[i] as number);
  const moments = localMoments(luma, luma, outside, RADIUS);
  let foreign = 0;
  for (let i = 0; i < moments.validFraction.length; i++)
    if (
      (moments.validFraction[i] as number) >= FRACTION_MIN &&
      (moments.varianceQuery[i] as number) > PLAIN_DEVIATION_MAX * PLAIN_DEVIATION_MAX
    )
      foreign += moments.validFraction[i] as number;
  return foreign / moments.validFraction.length;
}
