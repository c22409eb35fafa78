/** A rectangle of a plane, copied. @module */
import { type Plane, plane } from '../raster.ts';

export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** @param rectangle lies inside the plane */
export function cutOut(input: Plane, { left, top, width, height }: Rectangle): Plane {
  const out = plane(width, height);
  for (let y = 0; y < height; y++) {
    const from = (top + y) * input.width + left;
    out.data.set(input.data.subarray(from, from + width), y * width);
  }
  return out;
}

/** The middle of a plane, at most `side` samples along each axis. */
export function centreRectangle({ width, height }: Pick<Plane, 'width' | 'height'>, side: number): Rectangle {
  const w = Math.min(width, side);
  const h = Math.min(height, side);
  return { left: (width - w) >> 1, top: (height - h) >> 1, width: w, height: h };
}
