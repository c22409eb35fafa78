/**
 * SSIM of large pictures in bounded time: the mean over a regular grid of windows instead of over every place.
 * @module
 */
import type { Plane } from '../raster.ts';
import { cutOut } from './cutOut.ts';
import { ssimOfPlanes } from './metrics.ts';

/** Pictures up to here are compared completely. */
const COMPLETE_PIXELS_MAX = 1 << 20;
/** 8 x 8 windows of 128 x 128 pixels: one megapixel in all. */
const WINDOWS_PER_SIDE = 8;
const WINDOW_SIDE = 128;

/** Mean SSIM, exact up to one megapixel. @throws {RangeError} if the planes differ in size */
export function estimateSsim(a: Plane, b: Plane): number {
  if (a.data.length <= COMPLETE_PIXELS_MAX) return ssimOfPlanes(a, b);
  const width = Math.min(WINDOW_SIDE, a.width);
  const height = Math.min(WINDOW_SIDE, a.height);
  let sum = 0;
  for (let j = 0; j < WINDOWS_PER_SIDE; j++)
    for (let i = 0; i < WINDOWS_PER_SIDE; i++) {
      const left = Math.round((i * (a.width - width)) / (WINDOWS_PER_SIDE - 1));
      const top = Math.round((j * (a.height - height)) / (WINDOWS_PER_SIDE - 1));
      const window = { left, top, width, height };
      sum += ssimOfPlanes(cutOut(a, window), cutOut(b, window));
    }
  return sum / WINDOWS_PER_SIDE ** 2;
}
