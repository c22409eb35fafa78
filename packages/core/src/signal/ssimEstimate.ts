/**
 * SSIM of large pictures in bounded time: the mean over a regular grid of windows instead of over every place.
 * @module
 */
import { ssimOfPlanes } from './metrics.ts';
import { cutOutRows, type LumaSource, rowsOf, wholePlane } from './rowSource.ts';

/** Pictures up to here are compared completely. */
const COMPLETE_PIXELS_MAX = 1 << 20;
/** 8 x 8 windows of 128 x 128 pixels: one megapixel in all. */
const WINDOWS_PER_SIDE = 8;
const WINDOW_SIDE = 128;

/**
 * Mean SSIM of luma, exact up to one megapixel at a step of 1.
 * @param step looks at every so-manieth window, see `ssimOfPlanes`
 * @throws {RangeError} if the sizes differ
 */
export function estimateSsim(reference: LumaSource, changed: LumaSource, step: 1 | 2 | 4 = 1): number {
  const [a, b] = [rowsOf(reference), rowsOf(changed)];
  if (a.width !== b.width || a.height !== b.height)
    throw new RangeError(`ssim: sizes differ, ${a.width} x ${a.height} and ${b.width} x ${b.height}`);
  if (a.width * a.height <= COMPLETE_PIXELS_MAX) return ssimOfPlanes(wholePlane(a), wholePlane(b), step);
  const width = Math.min(WINDOW_SIDE, a.width);
  const height = Math.min(WINDOW_SIDE, a.height);
  let sum = 0;
  for (let j = 0; j < WINDOWS_PER_SIDE; j++)
    for (let i = 0; i < WINDOWS_PER_SIDE; i++) {
      const left = Math.round((i * (a.width - width)) / (WINDOWS_PER_SIDE - 1));
      const top = Math.round((j * (a.height - height)) / (WINDOWS_PER_SIDE - 1));
      const window = { left, top, width, height };
      sum += ssimOfPlanes(cutOutRows(a, window), cutOutRows(b, window), step);
    }
  return sum / WINDOWS_PER_SIDE ** 2;
}
