/** What marks did to a picture, made large enough to be seen, and which part of it a magnified view shows. @module */

/** So much is a difference of samples multiplied, that marks of 1 to 8 levels of 255 show. */
export const GAIN = 8;

/**
 * The absolute difference of two pictures, times `GAIN`, at most 255: black where nothing changed.
 * @param before R G B A, 8 bits each; `after` the same number of samples
 * @param out of that length; alpha becomes 255
 * @throws {RangeError} if the lengths differ
 */
export function amplifiedDifference(before: Uint8ClampedArray, after: Uint8ClampedArray, out: Uint8ClampedArray): void {
  if (before.length !== after.length || out.length !== before.length)
    throw new RangeError('amplifiedDifference: the pictures differ in size');
  for (let i = 0; i < out.length; i += 4) {
    for (let c = 0; c < 3; c++) out[i + c] = GAIN * Math.abs((before[i + c] as number) - (after[i + c] as number));
    out[i + 3] = 255;
  }
}

export interface Window {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/**
 * The part that a view shows, in pixels of the picture.
 * @param zoom 1 shows all of it, 2 half of each side, ...
 * @param across, down where it lies in the room that there is, 0..1
 */
export function windowOf(
  { width, height }: { readonly width: number; readonly height: number },
  zoom: number,
  across: number,
  down: number,
): Window {
  const [w, h] = [width / zoom, height / zoom];
  return { x: (width - w) * across, y: (height - h) * down, w, h };
}
