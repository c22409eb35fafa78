/** Several marked copies of one picture, each with a payload of its own, made into one that should name nobody. @module */
import { type RgbPicture, rgbPicture } from '../retrieval/rgbPicture.ts';

export const COLLUSIONS = ['mean', 'median', 'mosaic', 'random pick'] as const;
export type Collusion = (typeof COLLUSIONS)[number];

/** Side of a block of the mosaic, pixels. */
const BLOCK = 32;

/** @param random uniform on [0, 1) */
export function collude(copies: readonly RgbPicture[], how: Collusion, random: () => number): RgbPicture {
  const { width, height } = copies[0] as RgbPicture;
  const out = rgbPicture(width, height);
  const pick = (): number => Math.floor(random() * copies.length);
  const columns = Math.ceil(width / BLOCK);
  const blocks = Array.from({ length: columns * Math.ceil(height / BLOCK) }, pick);
  const values = new Float64Array(copies.length);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const chosen =
        how === 'mosaic' ? (blocks[Math.floor(y / BLOCK) * columns + Math.floor(x / BLOCK)] as number) : pick();
      for (let channel = 0; channel < 3; channel++, i++) {
        for (const [n, copy] of copies.entries()) values[n] = copy.data[i] as number;
        out.data[i] = how === 'mean' || how === 'median' ? middleOf(values, how) : (values[chosen] as number);
      }
    }
  return out;
}

function middleOf(values: Float64Array, how: 'mean' | 'median'): number {
  if (how === 'mean') return Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);
  const sorted = values.toSorted();
  const half = sorted.length >> 1;
  const upper = sorted[half] as number;
  return sorted.length % 2 === 1 ? upper : Math.round((upper + (sorted[half - 1] as number)) / 2);
}
