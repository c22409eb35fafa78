/**
 * A picture as comparing needs it. Registration, tamper map and known marks are worked out at about a thousand pixels a
 * side, so a large picture is reduced once it is decoded: two of them side by side would take a gigabyte.
 * @module
 */
import type { Raster } from '@assay/core/raster';
import { shrinkRaster } from '@assay/core/signal/resample/shrinkRaster';
import type { ImageFacts } from '../../app/ports/verify/engine.ts';
import { decodeToRead, LARGE_PIXELS } from './decodeImage.ts';
import type { PictureLimits } from './inspectHeader.ts';
import { releaseMemory } from './releaseMemory.ts';

export interface ComparedPicture {
  /** Of the whole picture. */
  readonly facts: ImageFacts;
  /** Upright, `factor` times smaller than the facts say; the last column and row are means of what is left. */
  readonly raster: Raster;
  /** Pixels of the picture in one of the raster, each way; 1 up to `LARGE_PIXELS`. */
  readonly factor: number;
}

/** @throws {AppError} as `decodeImage` */
export async function decodeToCompare(bytes: Uint8Array, limits: PictureLimits): Promise<ComparedPicture> {
  const picture = await reduced(bytes, limits);
  // The picture at its full size is nobody's now.
  await releaseMemory();
  return picture;
}

async function reduced(bytes: Uint8Array, limits: PictureLimits): Promise<ComparedPicture> {
  const { facts, raster } = await decodeToRead(bytes, limits);
  const factor = Math.ceil(Math.sqrt((facts.width * facts.height) / LARGE_PIXELS));
  return { facts, raster: shrinkRaster(raster, factor), factor };
}
