/**
 * Local means, variances and covariance of two registered planes on a grid of half the resolution, by masked box means.
 * @module
 */
import type { Plane, Size } from '../../raster.ts';
import type { KernelMemory, Pointer } from '../../kernels/kernelMemory.ts';
import { type Kernels, withKernels } from '../../kernels/kernels.ts';
import { boxBlur, boxInMemory } from '../../signal/blur/boxBlur.ts';
import { difference } from '../../signal/difference.ts';
import { ranked } from '../../signal/orderStatistics.ts';

/** The half-resolution grid: one cell for each 2 x 2 pixels, rounded up. */
export const halfSize = (size: Size): Size => ({ width: (size.width + 1) >> 1, height: (size.height + 1) >> 1 });

/** Mean over each 2 x 2 cell of `values` where `mask` is 1, times the fraction of such pixels; `values` null for the fraction. */
export function halved(values: Float32Array | null, mask: Uint8Array, size: Size): Float32Array {
  return withKernels(
    (kernels, memory) => {
      const running = { kernels, memory };
      const out = memory.reserve(4 * cellsOf(size));
      halvedInMemory(running, [values, null], maskInMemory(running, mask), size, out);
      return memory.floats(out, cellsOf(size)).slice();
    },
    () => halvedScalar(values, mask, size),
  );
}

const cellsOf = (size: Size): number => halfSize(size).width * halfSize(size).height;

interface Running {
  readonly kernels: Kernels;
  readonly memory: KernelMemory;
}

/** `halved` of a product, to the kernels' memory. @param inside the mask there */
function halvedInMemory(
  { kernels, memory }: Running,
  [a, b]: Product,
  inside: Pointer,
  { width, height }: Size,
  out: Pointer,
): void {
  const [first, second] = [a, b].map((values) => (values === null ? 0 : memory.share(values)));
  kernels.halveProduct(first as Pointer, second as Pointer, inside, width, height, out);
}

function maskInMemory({ memory }: Running, mask: Uint8Array): Pointer {
  const inside = memory.reserve(mask.length);
  memory.write(inside, mask);
  return inside;
}

/** Scalar fallback of the kernel. */
function halvedScalar(values: Float32Array | null, mask: Uint8Array, size: Size): Float32Array {
  const half = halfSize(size);
  const out = new Float32Array(half.width * half.height);
  for (let y = 0; y < size.height; y++)
    for (let x = 0, i = y * size.width; x < size.width; x++, i++) {
      if (mask[i] === 0) continue;
      const cell = (y >> 1) * half.width + (x >> 1);
      out[cell] = (out[cell] as number) + (values ? (values[i] as number) : 1) / 4;
    }
  return out;
}

export interface LocalMoments extends Size {
  /** Mean fraction of valid pixels in the window, 0..1. */
  readonly validFraction: Float32Array;
  /** Mean of the query less that of the reference; 0 where the window holds no valid pixel. */
  readonly meanDifference: Float32Array;
  readonly varianceQuery: Float32Array;
  readonly varianceReference: Float32Array;
  readonly covariance: Float32Array;
}

/** Two planes whose product is averaged; null for one of ones. */
type Product = readonly [Float32Array | null, Float32Array | null];

/** Every cue asks for those of the same mask. */
const seen = new WeakMap<Uint8Array, Map<string, Float32Array>>();

/**
 * Mean fraction of the mask in each window on the half grid, 0..1.
 * @param mask nobody writes to it any more, nor to the result
 */
function validFraction(mask: Uint8Array, size: Size, radius: number): Float32Array {
  const ofMask = seen.get(mask) ?? new Map<string, Float32Array>();
  seen.set(mask, ofMask);
  const name = `${size.width} ${radius}`;
  const fraction = ofMask.get(name) ?? (windowMeans([[null, null]], mask, size, radius)[0] as Float32Array);
  ofMask.set(name, fraction);
  return fraction;
}

/**
 * Window variance of one plane on the half grid; as `localMoments` has it.
 * @param mask   nobody writes to it any more
 * @param radius half width of the box, half-grid cells; two passes
 */
export function localVariance(plane: Plane, mask: Uint8Array, radius: number): Float32Array {
  const fraction = validFraction(mask, plane, radius);
  const [mean, variance] = windowMeans(
    [
      [plane.data, null],
      [plane.data, plane.data],
    ],
    mask,
    plane,
    radius,
  ) as [Float32Array, Float32Array];
  for (let i = 0; i < fraction.length; i++) {
    const scale = (fraction[i] as number) > 0 ? 1 / (fraction[i] as number) : 0;
    variance[i] = Math.max(0, (variance[i] as number) * scale - ((mean[i] as number) * scale) ** 2);
  }
  return variance;
}

/**
 * Window statistics of two planes on the half grid.
 * @param mask   nobody writes to it any more
 * @param radius half width of the box, half-grid cells; two passes
 */
export const localMoments = (query: Plane, reference: Plane, mask: Uint8Array, radius: number): LocalMoments =>
  momentsWithin(query, reference, mask, [radius])[0] as LocalMoments;

/** `localMoments` of windows of several radii, in their order. */
export function momentsWithin(
  query: Plane,
  reference: Plane,
  mask: Uint8Array,
  radii: readonly number[],
): readonly LocalMoments[] {
  const means = momentMeans(query, reference, mask, radii);
  return radii.map((radius, i) => momentsOf(validFraction(mask, query, radius), means[i] as Five, halfSize(query)));
}

/** Turns means into moments, in place. @param fraction of the mask, by which the means are to be divided */
function momentsOf(fraction: Float32Array, [q, r, qq, rr, qr]: Five, { width, height }: Size): LocalMoments {
  for (let i = 0; i < fraction.length; i++) {
    const weight = fraction[i] as number;
    const scale = weight > 0 ? 1 / weight : 0;
    const meanQ = (q[i] as number) * scale;
    const meanR = (r[i] as number) * scale;
    q[i] = meanQ - meanR;
    qq[i] = Math.max(0, (qq[i] as number) * scale - meanQ * meanQ);
    rr[i] = Math.max(0, (rr[i] as number) * scale - meanR * meanR);
    qr[i] = (qr[i] as number) * scale - meanQ * meanR;
  }
  return {
    width,
    height,
    validFraction: fraction,
    meanDifference: q,
    varianceQuery: qq,
    varianceReference: rr,
    covariance: qr,
  };
}

type Five = readonly [Float32Array, Float32Array, Float32Array, Float32Array, Float32Array];

/** For each radius the window means of both planes, their squares and their product, times the fraction of the mask. */
function momentMeans(query: Plane, reference: Plane, mask: Uint8Array, radii: readonly number[]): readonly Five[] {
  const { width, height } = query;
  const [q, r] = [query.data, reference.data];
  return withKernels(
    (kernels, memory) => {
      const running = { kernels, memory };
      const [count, planeBytes] = [cellsOf(query), 4 * cellsOf(query)];
      const halves = memory.reserve(5 * planeBytes);
      const out = memory.reserve(planeBytes);
      kernels.halveMoments(
        memory.share(q),
        memory.share(r),
        maskInMemory(running, mask),
        width,
        height,
        halves,
        planeBytes,
      );
      const mean = (k: number, radius: number): Float32Array => {
        memory.floats(out, count).set(memory.floats(halves + k * planeBytes, count));
        boxInMemory(running, halfSize(query), out, radius, 2);
        return memory.floats(out, count).slice();
      };
      return radii.map(
        (radius): Five => [mean(0, radius), mean(1, radius), mean(2, radius), mean(3, radius), mean(4, radius)],
      );
    },
    () => {
      const products: readonly Product[] = [
        [q, null],
        [r, null],
        [q, q],
        [r, r],
        [q, r],
      ];
      return radii.map((radius) => windowMeansScalar(products, mask, query, radius) as unknown as Five);
    },
  );
}

/** Window means of products over the mask on the half grid, times the fraction of such pixels. */
function windowMeans(products: readonly Product[], mask: Uint8Array, size: Size, radius: number): Float32Array[] {
  return withKernels(
    (kernels, memory) => {
      const running = { kernels, memory };
      const inside = maskInMemory(running, mask);
      const out = memory.reserve(4 * cellsOf(size));
      return products.map((product) => {
        halvedInMemory(running, product, inside, size, out);
        boxInMemory(running, halfSize(size), out, radius, 2);
        return memory.floats(out, cellsOf(size)).slice();
      });
    },
    () => windowMeansScalar(products, mask, size, radius),
  );
}

function windowMeansScalar(products: readonly Product[], mask: Uint8Array, size: Size, radius: number): Float32Array[] {
  const scratch = new Float32Array(cellsOf(size));
  return products.map(([a, b]) => {
    const data = halvedScalar(a && b ? a.map((value, i) => value * (b[i] as number)) : a, mask, size);
    boxBlur({ ...halfSize(size), data }, radius, 2, scratch);
    return data;
  });
}

/**
 * Local mean of `query - reference` over the mask on the half grid; 0 where the window holds no valid pixel.
 * @param mask nobody writes to it any more
 */
export function localMeanDifference(query: Plane, reference: Plane, mask: Uint8Array, radius: number): Float32Array {
  const fraction = validFraction(mask, query, radius);
  const [mean] = windowMeans([[difference(query.data, reference.data), null]], mask, query, radius) as [Float32Array];
  for (let i = 0; i < mean.length; i++)
    mean[i] = (fraction[i] as number) > 0 ? (mean[i] as number) / (fraction[i] as number) : 0;
  return mean;
}

/** Samples that a median is taken of, at most: that of more is the same to a percent. */
const MEDIAN_SAMPLES_MAX = 20_000;

/** Median of the values with `mask` 1; 0 if there are none. */
export const medianOf = (values: Float32Array, mask: Uint8Array): number => quantile(picked(values, mask), 0.5);

/** @param at 0..1. @param values are left in another order */
const quantile = (values: Float32Array, at: number): number => ranked(values, Math.floor(at * values.length)) ?? 0;

/** The values at places with `mask` 1, or as many of them as make a median. */
function picked(values: Float32Array, mask: Uint8Array): Float32Array {
  const stride = Math.max(1, Math.floor(mask.length / MEDIAN_SAMPLES_MAX)) | 1;
  const kept = new Float32Array(Math.ceil(mask.length / stride));
  let count = 0;
  for (let i = 0; i < mask.length; i += stride) if (mask[i] === 1) kept[count++] = values[i] as number;
  return kept.subarray(0, count);
}

function magnitudes(values: Float32Array): Float32Array {
  for (let i = 0; i < values.length; i++) values[i] = Math.abs(values[i] as number);
  return values;
}

/** The scaled median of magnitudes that is the standard deviation of normal values (Hampel 1974). */
const DEVIATION_PER_MEDIAN = 1.4826;

/** Robust standard deviation about zero of `a - b` over the pixels with `mask` 1: 1.4826 median |a - b|; 0 if there are none. */
export const robustDeviation = (a: Float32Array, b: Float32Array, mask: Uint8Array): number =>
  DEVIATION_PER_MEDIAN * quantile(magnitudes(difference(picked(a, mask), picked(b, mask))), 0.5);

/** Of a normal distribution: the deviation is this multiple of the lower quartile of the magnitudes. */
const DEVIATION_PER_QUARTILE = 3.1383;
/** Places of one kind spread wider than normal values, but not by more than this. */
const MIXED_FROM = 1.5;

/**
 * Robust standard deviation about zero; but where the magnitudes are of two kinds, as an edit of most of the picture makes them, that
 * of the smaller quarter.
 */
export function unmixedDeviation(values: Float32Array, mask: Uint8Array): number {
  const of = magnitudes(picked(values, mask));
  const ofQuartile = MIXED_FROM * DEVIATION_PER_QUARTILE * quantile(of, 0.25);
  return Math.min(DEVIATION_PER_MEDIAN * quantile(of, 0.5), ofQuartile);
}
