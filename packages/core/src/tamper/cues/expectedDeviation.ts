/**
 * How much an unedited place of this very pair of pictures differs: recompression, marks and resampling leave more where
 * there is more texture, and how much more depends on what was done to the picture. So it is read off the picture: with d
 * the local deviation of the difference and a the local deviation of the reference,
 *     e(a) = min(median, 2 lower quartile) of d over the places of about that a (robustNormalisation.ts),   made not falling in a.
 * What was done everywhere, noise, a palette, a screen's grid, spreads narrowly about its median, whatever its size; where the
 * median is more than twice the lower quartile, the places are of two kinds, and the unedited ones speak.
 * @module
 */
import {
  type ActivityBins,
  activityBins,
  binPosition,
  mediansOf,
  quartilesOf,
  valueAt,
} from './robustNormalisation.ts';

/** Medians of places of one kind stay below this multiple of their lower quartile: 1.1 for noise, 1.6 after strong coding. */
const PER_QUARTILE = 2;

export interface ExpectedDeviation {
  /** Activity at each knot, rising; empty if there was too little to see. */
  readonly activity: Float32Array;
  /** Expected deviation there, not falling. */
  readonly deviation: Float32Array;
}

/**
 * @param valid 1 where both are known
 * @param bins  of the activity, if they are known already
 */
export function fitExpectedDeviation(
  deviation: Float32Array,
  activity: Float32Array,
  valid: Uint8Array,
  bins: ActivityBins = activityBins(activity, valid),
): ExpectedDeviation {
  const [median, quartile] = [mediansOf(deviation, bins), quartilesOf(deviation, bins)];
  for (let bin = 0; bin < median.length; bin++)
    median[bin] = Math.min(median[bin] as number, PER_QUARTILE * (quartile[bin] as number));
  for (let bin = 1; bin < median.length; bin++)
    median[bin] = Math.max(median[bin] as number, median[bin - 1] as number);
  return { activity: bins.activity, deviation: median };
}

/** Linear between the knots, level before the first, in proportion to the activity beyond the last; 0 without knots. */
export function expectedDeviation({ activity: knots, deviation }: ExpectedDeviation, activity: number): number {
  const last = knots[knots.length - 1] ?? 0;
  const beyond = last > 0 ? Math.max(1, activity / last) : 1;
  return beyond * valueAt(deviation, binPosition(knots, activity));
}
