/**
 * Resampling by cubic convolution on pixel centres, row by row, for enlargements: output (i, j) reads the input at
 * ((i + 1/2) W/w - 1/2, (j + 1/2) H/h - 1/2), the border repeated. Smoother than bilinear, whose kinks at the input's
 * samples show where a change of luma is laid over a smooth picture.
 * Source: Keys 1981, a = -1/2.
 * @module
 */
import type { Plane } from '../../raster.ts';
import type { RowSource } from '../rowSource.ts';

const TAPS = 4;

/** For each output index, the first of its four inputs in a line padded by two on either side, and their weights. */
interface Taps {
  readonly first: Int32Array;
  readonly weights: Float32Array;
}

const PADDING = 2;

function cubicTaps(inputLength: number, outputLength: number): Taps {
  const first = new Int32Array(outputLength);
  const weights = new Float32Array(TAPS * outputLength);
  for (let i = 0; i < outputLength; i++) {
    const at = ((i + 0.5) * inputLength) / outputLength - 0.5;
    const left = Math.floor(at);
    const t = at - left;
    first[i] = left - 1 + PADDING;
    weights[TAPS * i] = 0.5 * t * (2 * t - t * t - 1);
    weights[TAPS * i + 1] = 0.5 * (t * t * (3 * t - 5) + 2);
    weights[TAPS * i + 2] = 0.5 * t * (4 * t - 3 * t * t + 1);
    weights[TAPS * i + 3] = 0.5 * t * t * (t - 1);
  }
  return { first, weights };
}

/** @param scale factor on every sample */
export function cubicRows(input: Plane, width: number, height: number, scale = 1): RowSource {
  const columns = cubicTaps(input.width, width);
  const rows = cubicTaps(input.height, height);
  const line = new Float32Array(input.width + 2 * PADDING);
  let lineRow = -1;
  return {
    width,
    height,
    read(j, left, count, out, at) {
      if (j !== lineRow) blendRows(input, rows, j, scale, line);
      lineRow = j;
      blendColumns(line, columns, left, count, out, at);
    },
  };
}

function blendRows(
  { width, height, data }: Plane,
  { first, weights }: Taps,
  j: number,
  scale: number,
  line: Float32Array,
): void {
  const row = (tap: number): number => Math.max(0, Math.min(height - 1, (first[j] as number) - PADDING + tap)) * width;
  const weight = (tap: number): number => scale * (weights[TAPS * j + tap] as number);
  const [a, b, c, d] = [row(0), row(1), row(2), row(3)];
  const [wa, wb, wc, wd] = [weight(0), weight(1), weight(2), weight(3)];
  for (let x = 0; x < width; x++)
    line[PADDING + x] =
      wa * (data[a + x] as number) +
      wb * (data[b + x] as number) +
      wc * (data[c + x] as number) +
      wd * (data[d + x] as number);
  line.fill(line[PADDING] as number, 0, PADDING);
  line.fill(line[PADDING + width - 1] as number, PADDING + width);
}

function blendColumns(
  line: Float32Array,
  { first, weights }: Taps,
  left: number,
  count: number,
  out: Float32Array,
  at: number,
): void {
  for (let i = 0, w = TAPS * left; i < count; i++, w += TAPS) {
    const x = first[left + i] as number;
    out[at + i] =
      (weights[w] as number) * (line[x] as number) +
      (weights[w + 1] as number) * (line[x + 1] as number) +
      (weights[w + 2] as number) * (line[x + 2] as number) +
      (weights[w + 3] as number) * (line[x + 3] as number);
  }
}
