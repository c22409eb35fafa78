/** Headers of pictures that wait for their turn: structure judged here, the header read where pictures are decoded. @module */
import { AppError } from '@assay/core/errors';
import type { RunImageJob } from '../codec/imageJob.ts';
import type { PictureHeader, ReadHeader } from './jobMemory.ts';
import { structureRefusal } from './structureRefusal.ts';

/** A header takes milliseconds; ms. */
export const HEADER_MS_MAX = 10_000;

/** What a header that ends its process or takes too long stands for: more than any machine has, so that its job works alone. */
const BOUNDLESS: PictureHeader = {
  format: 'tiff',
  width: 2 ** 20,
  height: 2 ** 20,
  channels: 4,
  depth: 'ushort',
  isProgressive: true,
};

/** @param run where pictures are worked on */
export const createHeaderReader =
  (run: RunImageJob): ReadHeader =>
  async (bytes) => {
    if (structureRefusal(bytes) !== null) return null;
    try {
      const { info } = await run({ options: { limitInputPixels: false }, steps: [], want: 'metadata' }, bytes);
      const { format, width, height, channels, depth, orientation, isProgressive } = info as unknown as PictureHeader;
      return { format, width, height, channels, depth, orientation, isProgressive };
    } catch (cause) {
      // A decoder that ended is told as an AppError; a picture that it cannot read is told by the job.
      return cause instanceof AppError ? BOUNDLESS : null;
    }
  };
