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

/** @param run where pictures are worked on. What was read of bytes is kept with them: nobody writes to those that a job was given */
export function createHeaderReader(run: RunImageJob): ReadHeader {
  const seen = new WeakMap<Uint8Array, PictureHeader>();
  return async (bytes) => {
    if (structureRefusal(bytes) !== null) return null;
    const known = seen.get(bytes);
    if (known) return known;
    try {
      const { info } = await run({ options: { limitInputPixels: false }, steps: [], want: 'metadata' }, bytes);
      const { format, width, height, channels, depth, orientation, isProgressive } = info as unknown as PictureHeader;
      const header = { format, width, height, channels, depth, orientation, isProgressive };
      seen.set(bytes, header);
      return header;
    } catch (cause) {
      // A decoder that ended is told as an AppError; a picture that it cannot read is told by the job.
      return cause instanceof AppError ? BOUNDLESS : null;
    }
  };
}
