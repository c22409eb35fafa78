/**
 * Resizing by cubic convolution whose kernel is widened by the reduction, so that it does not alias:
 *     out[i] = sum_p w_p in[p] / sum_p w_p,   w_p = k((p + 1/2 - c_i) / s),   c_i = (i + 1/2) W/w,   s = max(1, W/w),
 * k being the kernel of Keys 1981 with a = -1/2. The same as Pillow's BICUBIC, with which the preprocessing of most vision
 * networks is written. Nothing is rounded or cut in between, so values overshoot at edges.
 * @module
 */
import { type Plane, plane } from '../../raster.ts';

/** Reach of the kernel in input samples at scale 1. */
const SUPPORT = 2;

function keys(t: number): number {
  const x = Math.abs(t);
  if (x < 1) return (1.5 * x - 2.5) * x * x + 1;
  return x < SUPPORT ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0;
}

/** For each output index, the inputs from `first` on and their weights, which sum to 1. */
interface Taps {
  readonly first: Int32Array;
  readonly weights: readonly Float64Array[];
}

function cubicTaps(inputLength: number, outputLength: number): Taps {
  const ratio = inputLength / outputLength;
  const scale = Math.max(1, ratio);
  const first = new Int32Array(outputLength);
  const weights = Array.from({ length: outputLength }, (_, i) => {
    const centre = (i + 0.5) * ratio;
    const from = Math.max(0, Math.round(centre - SUPPORT * scale));
    const to = Math.min(inputLength, Math.round(centre + SUPPORT * scale));
    first[i] = from;
    const row = Float64Array.from({ length: to - from }, (__, p) => keys((from + p + 0.5 - centre) / scale));
    const sum = row.reduce((total, weight) => total + weight, 0);
    return row.map((weight) => weight / sum);
  });
  return { first, weights };
}

/** @throws {RangeError} if a side is not a positive integer */
export function resizeCubic(input: Plane, width: number, height: number): Plane {
  const out = plane(width, height);
  const narrow = plane(width, input.height);
  const columns = cubicTaps(input.width, width);
  const rows = cubicTaps(input.height, height);
  for (let y = 0; y < input.height; y++)
    for (let i = 0; i < width; i++) narrow.data[y * width + i] = weighted(input.data, y * input.width, 1, columns, i);
  for (let j = 0; j < height; j++)
    for (let x = 0; x < width; x++) out.data[j * width + x] = weighted(narrow.data, x, width, rows, j);
  return out;
}

function weighted(data: Float32Array, start: number, step: number, { first, weights }: Taps, index: number): number {
  const row = weights[index] as Float64Array;
  let sum = 0;
  for (let p = 0, at = start + step * (first[index] as number); p < row.length; p++, at += step)
    sum += (row[p] as number) * (data[at] as number);
  return sum;
}
