import { readFileSync } from 'node:fs';

/** Known answers of generate.py, see there for what each holds. */
export interface WatermarkVectors {
  readonly fft2d: { width: number; height: number; input: number[]; output: number[] };
  readonly nonuniform: { width: number; height: number; seed: number; frequencies: number[]; values: number[] };
  readonly bandSynthesis: { side: number; u: number[]; v: number[]; values: number[]; tile: number[] };
  readonly picture: {
    width: number;
    height: number;
    luma: number[];
    changed: number[];
    blurred: number[];
    whitened: number[];
    ssim: number;
    psnr: number;
  };
  readonly pattern: { side: number; width: number; height: number; scale: number; tile: number[]; output: number[] };
  readonly codes: {
    places: number[];
    bits: number[];
    coded: number[];
    soft: number[];
    crc32: { text: string; value: number }[];
  };
}

export const VECTORS = JSON.parse(
  readFileSync(new URL('watermark.json', import.meta.url), 'utf8'),
) as WatermarkVectors;

/** The generator of generate.py: x <- 1664525 x + 1013904223 mod 2^32, values x / 2^32. */
export function numbers(seed: number, count: number): Float64Array {
  let state = seed;
  return Float64Array.from({ length: count }, () => {
    state = (Math.imul(1664525, state) + 1013904223) >>> 0;
    return state / 2 ** 32;
  });
}

/** Largest absolute difference; throws nothing, NaN differs from everything. */
export function largestDifference(actual: ArrayLike<number>, expected: ArrayLike<number>): number {
  if (actual.length !== expected.length) return Number.POSITIVE_INFINITY;
  let largest = 0;
  for (let i = 0; i < actual.length; i++) {
    const difference = Math.abs((actual[i] as number) - (expected[i] as number));
    if (!(difference <= largest)) largest = Number.isNaN(difference) ? Number.POSITIVE_INFINITY : difference;
  }
  return largest;
}
