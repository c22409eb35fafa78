/**
 * Sums over upright rectangles in four looks.
 *
 *     S(x, y) = sum_{v < y} sum_{u < x} f(u, v),   sum over [left, right) x [top, bottom) = S(right, bottom) - S(left, bottom) - S(right, top) + S(left, top)
 *
 * Source: Crow 1984.
 * @module
 */
import type { Size } from '../raster.ts';

/** Pixels are those from the left and top one to before the right and bottom one. */
export type SumWithin = (left: number, top: number, right: number, bottom: number) => number;

/** @param valueAt the summand of pixel i = y width + x */
export function summedArea({ width, height }: Size, valueAt: (i: number) => number): SumWithin {
  const stride = width + 1;
  const table = new Float64Array(stride * (height + 1));
  for (let y = 0, i = 0; y < height; y++) {
    let row = 0;
    for (let x = 0, at = (y + 1) * stride + 1; x < width; x++, i++, at++) {
      row += valueAt(i);
      table[at] = row + (table[at - stride] as number);
    }
  }
  const at = (x: number, y: number): number => table[y * stride + x] as number;
  return (left, top, right, bottom) => at(right, bottom) - at(left, bottom) - at(right, top) + at(left, top);
}
