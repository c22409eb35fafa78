/**
 * Robust monotone tone curve between two registered channels: the median of the query's values in each bin of the
 * reference's values, made monotone by isotonic regression, linear between bins.
 *     f = argmin sum_k n_k (f_k - m_k)^2   subject to f_0 <= f_1 <= ...   or   f_0 >= f_1 >= ...
 * whichever leaves less: a negative falls. The median keeps a local edit of less than half of a bin out; the
 * pool-adjacent-violators algorithm solves the rest (Barlow, Bartholomew, Bremner, Brunk 1972, section 1.2).
 * @module
 */
import { withKernels } from '../../kernels/kernels.ts';

/** Bins of four grey levels each: fine enough for gamma and clipping, with enough pixels in each of a small picture. */
const BINS = 64;
const LEVELS = 256;
const LEVELS_PER_BIN = LEVELS / BINS;
/** A bin with fewer pixels has no trustworthy median and is bridged by its neighbours. */
const COUNT_MIN = 24;

interface Block {
  value: number;
  weight: number;
  bins: number;
}

/** Isotonic regression of `values` with `weights`; bins of weight 0 take their block's value. */
function isotonic(values: Float64Array, weights: Float64Array): Float64Array {
  const blocks: Block[] = [];
  for (let k = 0; k < values.length; k++) {
    let block: Block = { value: values[k] as number, weight: weights[k] as number, bins: 1 };
    for (let last = blocks.at(-1); last && last.value > block.value; last = blocks.at(-1)) {
      const weight = last.weight + block.weight;
      const value = (last.value * last.weight + block.value * block.weight) / weight;
      block = { value, weight, bins: last.bins + block.bins };
      blocks.pop();
    }
    blocks.push(block);
  }
  const out = new Float64Array(values.length);
  let k = 0;
  for (const block of blocks) {
    out.fill(block.value, k, k + block.bins);
    k += block.bins;
  }
  return out;
}

/** Median of a histogram of grey levels, interpolated within the level. */
function histogramMedian(counts: Uint32Array, start: number, total: number): number {
  let before = 0;
  for (let level = 0; level < LEVELS; level++) {
    const here = counts[start + level] as number;
    if (before + here >= total / 2) return level - 0.5 + (total / 2 - before) / here;
    before += here;
  }
  return LEVELS - 1;
}

/** Comparisons of floats are quicker here than calls of `Math.min` and `Math.max`, which mind signs of zero and NaN. */
const clamped = (level: number): number => (level < 0 ? 0 : level > LEVELS - 1 ? LEVELS - 1 : level);

export interface ToneCurve {
  /** Reference level at each knot, rising. */
  readonly from: Float64Array;
  /** Query level there, never falling, or, of a negative, never rising. */
  readonly to: Float64Array;
}

/** The isotonic fit that rises, or the one that falls where that leaves less. */
function monotone(values: Float64Array, weights: Float64Array): Float64Array {
  const rising = isotonic(values, weights);
  const falling = negated(isotonic(negated(values), weights));
  return squaresLeft(falling, values, weights) < squaresLeft(rising, values, weights) ? falling : rising;
}

function negated(values: Float64Array): Float64Array {
  const out = new Float64Array(values.length);
  for (let k = 0; k < out.length; k++) out[k] = -(values[k] as number);
  return out;
}

function squaresLeft(fit: Float64Array, values: Float64Array, weights: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < fit.length; k++)
    sum += (weights[k] as number) * ((fit[k] as number) - (values[k] as number)) ** 2;
  return sum;
}

/**
 * Fits query = f(reference) over the pixels with `mask` 1. Levels in [0, 255].
 * With `COUNT_MIN` pixels in fewer than two bins the curve is the identity.
 */
export function fitToneCurve(reference: Float32Array, query: Float32Array, mask: Uint8Array): ToneCurve {
  const histogram = new Uint32Array(BINS * LEVELS);
  const counts = new Uint32Array(BINS);
  const sums = new Float64Array(BINS);
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === 0) continue;
    const from = clamped(reference[i] as number);
    const bin = Math.trunc(from / LEVELS_PER_BIN);
    // Rounded half up, as all are positive.
    const level = Math.trunc(clamped(query[i] as number) + 0.5);
    const cell = bin * LEVELS + level;
    histogram[cell] = (histogram[cell] as number) + 1;
    counts[bin] = (counts[bin] as number) + 1;
    sums[bin] = (sums[bin] as number) + from;
  }
  const kept: number[] = [];
  for (let bin = 0; bin < BINS; bin++) if ((counts[bin] as number) >= COUNT_MIN) kept.push(bin);
  if (kept.length < 2) return { from: Float64Array.of(0, LEVELS - 1), to: Float64Array.of(0, LEVELS - 1) };
  const room = (): Float64Array => new Float64Array(kept.length);
  const [from, medians, weights] = [room(), room(), room()];
  for (let k = 0; k < kept.length; k++) {
    const bin = kept[k] as number;
    const count = counts[bin] as number;
    from[k] = (sums[bin] as number) / count;
    medians[k] = histogramMedian(histogram, bin * LEVELS, count);
    weights[k] = count;
  }
  return { from, to: monotone(medians, weights) };
}

/** Entries of the look-up table per grey level. */
const TABLE_STEPS = 4;

/** Levels of reference over which the slope beyond an end of the curve is taken. */
const END_LEVELS = 32;
/** A slope this near to that of no change may be the noise of the medians: a rare colour far beyond the last knot would be led astray. */
const END_SLOPE_NOISE = 0.2;
/** Steeper than this no slope goes on beyond an end. */
const END_SLOPE_MAX = 2;

/** Slope of the curve at its first or last knots, by which it goes on beyond them; that of no change where it has but few. */
function endSlope({ from, to }: ToneCurve, atStart: boolean): number {
  const last = from.length - 1;
  const end = atStart ? 0 : last;
  const step = atStart ? 1 : -1;
  let other = end;
  while (
    other + step >= 0 &&
    other + step <= last &&
    Math.abs((from[other] as number) - (from[end] as number)) < END_LEVELS
  )
    other += step;
  const run = (from[other] as number) - (from[end] as number);
  if (run === 0) return 1;
  const slope = ((to[other] as number) - (to[end] as number)) / run;
  if (Math.abs(slope - 1) < END_SLOPE_NOISE) return 1;
  return Math.min(END_SLOPE_MAX, Math.max(-END_SLOPE_MAX, slope));
}

/** Applies the curve in place; before the first and after the last knot it goes on with the slope that it has there. */
export function applyToneCurve(curve: ToneCurve, channel: Float32Array): void {
  const table = new Float32Array(LEVELS * TABLE_STEPS + 1);
  let k = 0;
  const last = curve.from.length - 1;
  const [before, after] = [endSlope(curve, true), endSlope(curve, false)];
  for (let t = 0; t < table.length; t++) {
    const level = t / TABLE_STEPS;
    while (k < last - 1 && level > (curve.from[k + 1] as number)) k++;
    const x0 = curve.from[k] as number;
    const x1 = curve.from[k + 1] as number;
    const y0 = curve.to[k] as number;
    const y1 = curve.to[k + 1] as number;
    const inside = y0 + ((level - x0) / (x1 - x0)) * (y1 - y0);
    const value = level < x0 ? y0 + before * (level - x0) : level > x1 ? y1 + after * (level - x1) : inside;
    table[t] = Math.min(LEVELS - 1, Math.max(0, value));
  }
  withKernels(
    (kernels, memory) => {
      // What is handed out begins at multiples of a cache line, so an odd sample has room beside it.
      const at = memory.copyIn(channel);
      kernels.throughTable(at, channel.length, memory.copyIn(table), LEVELS - 1, TABLE_STEPS);
      channel.set(memory.floats(at, channel.length));
    },
    () => throughTable(table, channel),
  );
}

/** Scalar fallback of the kernel. */
function throughTable(table: Float32Array, channel: Float32Array): void {
  for (let i = 0; i < channel.length; i++) {
    const position = clamped(channel[i] as number) * TABLE_STEPS;
    // At most (LEVELS - 1) * TABLE_STEPS, so that there is a neighbour.
    const t = Math.trunc(position);
    const low = table[t] as number;
    channel[i] = low + (position - t) * ((table[t + 1] as number) - low);
  }
}
