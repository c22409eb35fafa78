/**
 * Robust normalisation by texture: location and scale of a measure among the places of one texture in this very pair of
 * pictures. Places are sorted by their activity a (the local deviation of the reference), a sixteenth of them makes a knot, and
 * between knots
 *     m(a) = median of the values,   s(a) = 1.4826 MAD = 1.4826 median |value - m|   (Hampel 1974)
 * are linear; the factor makes s the standard deviation of normal values. An edit of less than half of the places of one
 * texture cannot move them.
 * @module
 */
import { ranked } from '../../signal/orderStatistics.ts';

/** Quantile bins of the activity: each holds a sixteenth of the places. */
const BINS = 16;
/** Places that the medians are taken from, at most: more move them by less than a percent. */
const SAMPLES_MAX = 20_000;
/** Fewer places than this in a bin make no median. */
const COUNT_MIN = 8;

/** Places in the order of their activity, cut into bins. */
export interface ActivityBins {
  /** Indices of places. */
  readonly places: Int32Array;
  /** Activity in the middle of each bin, rising; empty if there was too little to see. */
  readonly activity: Float32Array;
}

/** One value for each bin. */
export interface MedianAndMad {
  readonly median: Float32Array;
  /** Median absolute deviation times 1.4826. */
  readonly mad: Float32Array;
}

/** @param valid 1 where the activity is known */
export function activityBins(activity: Float32Array, valid: Uint8Array): ActivityBins {
  const stride = Math.max(1, Math.floor(valid.length / SAMPLES_MAX)) | 1;
  const room = new Int32Array(Math.ceil(valid.length / stride));
  let count = 0;
  for (let i = 0; i < valid.length; i += stride) if (valid[i] === 1) room[count++] = i;
  const places = orderedBy(activity, room.subarray(0, count));
  const middles = new Float32Array(Math.min(BINS, Math.floor(count / COUNT_MIN)));
  for (let bin = 0; bin < middles.length; bin++) {
    const [from, to] = ends(places.length, middles.length, bin);
    middles[bin] = activity[places[(from + to) >> 1] as number] as number;
  }
  return { places, activity: middles };
}

/** Bits of a digit: three of them hold a float. */
const DIGIT_BITS = 11;
const DIGITS = 1 << DIGIT_BITS;

/** The places in the order of their values, >= 0; equal ones as they came. By the digits of the values, the last first (Knuth 1998, 5.2.5). */
function orderedBy(values: Float32Array, places: Int32Array): Int32Array {
  // Floats that are not negative lie in the order of their bits.
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length);
  let [from, to] = [places.slice(), new Int32Array(places.length)];
  const nextOf = new Int32Array(DIGITS);
  for (let shift = 0; shift < 32; shift += DIGIT_BITS) {
    nextOf.fill(0);
    for (let k = 0; k < from.length; k++) {
      const digit = ((bits[from[k] as number] as number) >>> shift) & (DIGITS - 1);
      nextOf[digit] = (nextOf[digit] as number) + 1;
    }
    for (let digit = 0, at = 0; digit < DIGITS; digit++) {
      const count = nextOf[digit] as number;
      nextOf[digit] = at;
      at += count;
    }
    for (let k = 0; k < from.length; k++) {
      const place = from[k] as number;
      const digit = ((bits[place] as number) >>> shift) & (DIGITS - 1);
      const at = nextOf[digit] as number;
      nextOf[digit] = at + 1;
      to[at] = place;
    }
    [from, to] = [to, from];
  }
  return from;
}

const ends = (count: number, bins: number, bin: number): readonly [number, number] => [
  Math.floor((bin * count) / bins),
  Math.floor(((bin + 1) * count) / bins),
];

/** Calls `look` with a copy of the values of each bin, which it may put in another order, and the number of the bin. */
function forBins(
  values: Float32Array,
  { places, activity }: ActivityBins,
  look: (inBin: Float32Array, bin: number) => void,
): void {
  for (let bin = 0; bin < activity.length; bin++) {
    const [from, to] = ends(places.length, activity.length, bin);
    const inBin = new Float32Array(to - from);
    for (let k = from; k < to; k++) inBin[k - from] = values[places[k] as number] as number;
    look(inBin, bin);
  }
}

const middleOf = (values: Float32Array): number => ranked(values, values.length >> 1) as number;

/** Median of `values` in each bin. */
export function mediansOf(values: Float32Array, bins: ActivityBins): Float32Array {
  const out = new Float32Array(bins.activity.length);
  forBins(values, bins, (inBin, bin) => {
    out[bin] = middleOf(inBin);
  });
  return out;
}

/** Lower quartile of `values` in each bin: an edit of up to three quarters of the places cannot move it. */
export function quartilesOf(values: Float32Array, bins: ActivityBins): Float32Array {
  const out = new Float32Array(bins.activity.length);
  forBins(values, bins, (inBin, bin) => {
    out[bin] = ranked(inBin, inBin.length >> 2) as number;
  });
  return out;
}

/** Median and scaled MAD of `values` in each bin. */
export function medianAndMad(values: Float32Array, bins: ActivityBins): MedianAndMad {
  const median = new Float32Array(bins.activity.length);
  const mad = new Float32Array(bins.activity.length);
  forBins(values, bins, (inBin, bin) => {
    const middle = middleOf(inBin);
    for (let k = 0; k < inBin.length; k++) inBin[k] = Math.abs((inBin[k] as number) - middle);
    median[bin] = middle;
    mad[bin] = 1.4826 * middleOf(inBin);
  });
  return { median, mad };
}

/** Where an activity lies among the knots: 0 at the first, n - 1 at the last, fractions between; bounded by them. */
export function binPosition(knots: Float32Array, activity: number): number {
  const last = knots.length - 1;
  if (last < 0 || activity <= (knots[0] as number)) return 0;
  for (let k = 1; k <= last; k++) {
    const right = knots[k] as number;
    if (activity > right) continue;
    const left = knots[k - 1] as number;
    return right > left ? k - 1 + (activity - left) / (right - left) : k;
  }
  return last;
}

/** Linear between the bins' values; 0 if there are none. */
export function valueAt(values: Float32Array, position: number): number {
  const k = Math.floor(position);
  const left = values[k] ?? 0;
  return left + (position - k) * ((values[k + 1] ?? left) - left);
}

/** The bins' values with a neighbour for the last one, so that `valueBetween` needs no end; a zero if there are none. */
export function knotsOf(values: Float32Array): Float32Array {
  const out = new Float32Array(Math.max(1, values.length) + 1);
  out.set(values);
  out[out.length - 1] = out[out.length - 2] as number;
  return out;
}

/** `valueAt` for loops over cells. @param knots see `knotsOf` @param position of `binPosition` */
export function valueBetween(knots: Float32Array, position: number): number {
  const k = Math.trunc(position);
  const left = knots[k] as number;
  return left + (position - k) * ((knots[k + 1] as number) - left);
}
