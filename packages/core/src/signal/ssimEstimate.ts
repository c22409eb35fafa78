/**
 * SSIM of large pictures in bounded time: the mean over evenly spaced rows of windows instead of over every place.
 * @module
 */
import type { KernelMemory } from '../kernels/kernelMemory.ts';
import { type Kernels, withKernels } from '../kernels/kernels.ts';
import type { Plane } from '../raster.ts';
import { lumaPlane, lumaWriter, ROW_SPARE, type RowWriter } from './colour/lumaPlane.ts';
import { ssimOfPlanes } from './metrics.ts';
import { cutOutRows, type LumaSource, rowsOf, wholePlane } from './rowSource.ts';
import { SSIM_RADIUS, ssimRowInMemory } from './ssimWindow.ts';

/** Pictures up to here are compared completely. */
const COMPLETE_PIXELS_MAX = 1_200_000;
/** Rows of windows that are looked at in larger ones, at a step of 1. */
const WINDOW_ROWS = 128;
/** Rows of the picture that a row of windows takes. */
const ROWS = 2 * SSIM_RADIUS + 1;

/**
 * Mean SSIM of luma, exact up to 1.2 megapixels at a step of 1.
 * @param step looks at every so-manieth row of windows, see `ssimOfPlanes`
 * @throws {RangeError} if the sizes differ
 */
export function estimateSsim(reference: LumaSource, changed: LumaSource, step: 1 | 2 | 4 = 1): number {
  const { width, height } = reference;
  if (width !== changed.width || height !== changed.height)
    throw new RangeError(`ssim: sizes differ, ${width} x ${height} and ${changed.width} x ${changed.height}`);
  if (width * height <= COMPLETE_PIXELS_MAX || Math.min(width, height) <= ROWS)
    return ssimOfPlanes(planeOf(reference), planeOf(changed), step);
  return withKernels(
    (kernels, memory) => {
      const [a, b] = [reference, changed].map((source) =>
        lumaWriter('channels' in source ? source : rowsOf(source), kernels, memory, ROWS),
      ) as [RowWriter, RowWriter];
      return ssimOfSampledRows(width, height, a, b, step, kernels, memory);
    },
    () => {
      const [a, b] = [rowsOf(reference), rowsOf(changed)];
      const windowsAt = (top: number): number => {
        const band = { left: 0, top, width, height: ROWS };
        return ssimOfPlanes(cutOutRows(a, band), cutOutRows(b, band));
      };
      const tops = sampledTops(height, step);
      return tops.reduce((sum, top) => sum + windowsAt(top), 0) / tops.length;
    },
  );
}

function planeOf(source: LumaSource): Plane {
  return 'channels' in source ? lumaPlane(source) : wholePlane(rowsOf(source));
}

/** First picture row of each row of windows that is looked at. */
function sampledTops(height: number, step: number): number[] {
  const count = WINDOW_ROWS / step;
  return Array.from({ length: count }, (_, i) => Math.floor(((i + 0.5) * (height - ROWS)) / count));
}

/** Mean SSIM over the sampled rows of windows of two lumas that are written row by row. */
export function ssimOfSampledRows(
  width: number,
  height: number,
  reference: RowWriter,
  changed: RowWriter,
  step: 1 | 2 | 4,
  kernels: Kernels,
  memory: KernelMemory,
): number {
  const rowBytes = 4 * width;
  const [a, b] = [memory.reserve(ROWS * rowBytes + 4 * ROW_SPARE), memory.reserve(ROWS * rowBytes + 4 * ROW_SPARE)];
  const ssimRow = ssimRowInMemory(width, kernels, memory);
  const tops = sampledTops(height, step);
  let sum = 0;
  for (const top of tops) {
    // What a row leaves beyond its end is written over by the next one.
    for (let n = 0; n < ROWS; n++) {
      reference(top + n, a + n * rowBytes);
      changed(top + n, b + n * rowBytes);
    }
    sum += ssimRow(a, b);
  }
  return sum / (tops.length * (width - 2 * SSIM_RADIUS));
}
