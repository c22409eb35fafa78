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
