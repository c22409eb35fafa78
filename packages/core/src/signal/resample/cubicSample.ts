/**
 * A plane's value between its samples, by cubic convolution; 0 within a sample of its border and outside.
 * Source: Keys 1981, a = -1/2.
 * @module
 */
import type { Plane } from '../../raster.ts';

/** @param x in samples, 0 at the centre of the first */
export function cubicSample({ width, height, data }: Plane, x: number, y: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  // Written so that coordinates that are no numbers count as outside.
  if (!(left >= 1 && top >= 1 && left + 2 < width && top + 2 < height)) return 0;
  const u = x - left;
  const v = y - top;
  const at = (top - 1) * width + left - 1;
  return cubic(
    cubicInRow(data, at, u),
    cubicInRow(data, at + width, u),
    cubicInRow(data, at + 2 * width, u),
    cubicInRow(data, at + 3 * width, u),
    v,
  );
}

function cubicInRow(data: Float32Array, at: number, u: number): number {
  return cubic(data[at] as number, data[at + 1] as number, data[at + 2] as number, data[at + 3] as number, u);
}

/** Through p1 at t = 0 and p2 at t = 1. */
function cubic(p0: number, p1: number, p2: number, p3: number, t: number): number {
  return p1 + 0.5 * t * (p2 - p0 + t * (2 * p0 - 5 * p1 + 4 * p2 - p3 + t * (3 * (p1 - p2) + p3 - p0)));
}
