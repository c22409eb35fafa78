/**
 * How much an unedited place of this very pair of pictures differs: recompression, marks and resampling leave more where
 * there is more texture, and how much more depends on what was done to the picture. So it is read off the picture: with d
 * the local deviation of the difference and a the local deviation of the reference,
 *     e(a) = median of d over the places of about that a,   made not falling in a,
 * which an edit of less than half of the places of one texture cannot move.
 * @module
 */

/** Quantile bins of the activity: each holds a sixteenth of the places. */
const BINS = 16;
/** Places that the medians are taken from, at most: more move them by less than a percent. */
const SAMPLES_MAX = 20_000;
/** Fewer places than this in a bin make no median. */
const COUNT_MIN = 8;

export interface ExpectedDeviation {
  /** Activity at each knot, rising; empty if there was too little to see. */
  readonly activity: Float32Array;
  /** Expected deviation there, not falling. */
  readonly deviation: Float32Array;
}

/** @param valid 1 where both are known */
export function fitExpectedDeviation(
  deviation: Float32Array,
  activity: Float32Array,
  valid: Uint8Array,
): ExpectedDeviation {
  const places = placesByActivity(activity, valid);
  const bins = Math.min(BINS, Math.floor(places.length / COUNT_MIN));
  const knots: ExpectedDeviation = { activity: new Float32Array(bins), deviation: new Float32Array(bins) };
  for (let bin = 0; bin < bins; bin++) {
    const from = Math.floor((bin * places.length) / bins);
    const to = Math.floor(((bin + 1) * places.length) / bins);
    const values = new Float32Array(to - from);
    for (let k = from; k < to; k++) values[k - from] = deviation[places[k] as number] as number;
    values.sort();
    knots.activity[bin] = activity[places[(from + to) >> 1] as number] as number;
    knots.deviation[bin] = Math.max(
      values[values.length >> 1] as number,
      bin > 0 ? (knots.deviation[bin - 1] as number) : 0,
    );
  }
  return knots;
}

/** Indices of valid places in the order of their activity. */
function placesByActivity(activity: Float32Array, valid: Uint8Array): Int32Array {
  const stride = Math.max(1, Math.floor(valid.length / SAMPLES_MAX)) | 1;
  const places = new Int32Array(Math.ceil(valid.length / stride));
  let count = 0;
  for (let i = 0; i < valid.length; i += stride) if (valid[i] === 1) places[count++] = i;
  return places.subarray(0, count).sort((i, j) => (activity[i] as number) - (activity[j] as number));
}

/** Linear between the knots, level before the first, in proportion to the activity beyond the last. */
export function expectedDeviation(knots: ExpectedDeviation, activity: number): number {
  const last = knots.activity.length - 1;
  if (last < 0) return 0;
  if (activity <= (knots.activity[0] as number)) return knots.deviation[0] as number;
  for (let k = 1; k <= last; k++) {
    const right = knots.activity[k] as number;
    if (activity > right) continue;
    const left = knots.activity[k - 1] as number;
    const from = knots.deviation[k - 1] as number;
    const t = right > left ? (activity - left) / (right - left) : 1;
    return from + t * ((knots.deviation[k] as number) - from);
  }
  const most = knots.activity[last] as number;
  return (knots.deviation[last] as number) * (most > 0 ? activity / most : 1);
}
