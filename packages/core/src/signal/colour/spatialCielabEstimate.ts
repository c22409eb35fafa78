/**
 * S-CIELAB of large pictures in bounded time and memory: over evenly spaced windows, each seen alone, instead of over the whole.
 * @module
 */
import type { Raster } from '../../raster.ts';
import { type SeenDifference, seenDifferences, seenSummary } from './spatialCielab.ts';

/** Pictures up to here are compared completely. */
const COMPLETE_PIXELS_MAX = 1_200_000;
/** Side of a window, px, and how many lie along either axis. */
const WINDOW = 384;
const WINDOWS = 3;

/**
 * Exact up to 1.2 megapixels.
 * @param reference 8 bits, grey or R, G, B; alpha is left out
 * @throws {RangeError} if the pictures differ in size or are not of 8 bits
 */
export function estimateSpatialCielab(reference: Raster, changed: Raster): SeenDifference {
  const { width, height } = reference;
  const isSameSize = width === changed.width && height === changed.height;
  if (!isSameSize || width * height <= COMPLETE_PIXELS_MAX) return seenSummary([seenDifferences(reference, changed)]);
  const differences = windowStarts(height).flatMap((top) =>
    windowStarts(width).map((left) => seenDifferences(cutOut(reference, left, top), cutOut(changed, left, top))),
  );
  return seenSummary(differences);
}

/** The first and the last window touch the sides; a side shorter than they need is one window, or two that overlap. */
function windowStarts(length: number): number[] {
  const free = Math.max(0, length - WINDOW);
  return [...new Set(Array.from({ length: WINDOWS }, (_, i) => Math.round((i * free) / (WINDOWS - 1))))];
}

function cutOut({ width, height, channels, depth, data }: Raster, left: number, top: number): Raster {
  const [columns, rows] = [Math.min(WINDOW, width), Math.min(WINDOW, height)];
  const out = new Uint8Array(columns * rows * channels);
  for (let y = 0; y < rows; y++) {
    const from = ((top + y) * width + left) * channels;
    out.set(data.subarray(from, from + columns * channels), y * columns * channels);
  }
  return { width: columns, height: rows, channels, depth, data: out } as Raster;
}
