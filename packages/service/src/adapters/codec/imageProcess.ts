/** Entry of a child process that decodes, scales and encodes pictures, and knows nothing else. @module */
import { serveFrames } from '../processes/serveFrames.ts';
import type { ImageJob } from './imageJob.ts';
import { runImageJob } from './nativeImages.ts';
import { noteDecoded, releaseMemory } from './releaseMemory.ts';

/** A job as it crosses to the process. */
export type ImageFrame = ImageJob & {
  /** Bits of a sample of the input, 16 for raw samples that are so wide. */
  readonly bits: 8 | 16;
};

const samples = (bytes: Uint8Array, bits: 8 | 16): Uint8Array | Uint16Array =>
  bits === 16 ? new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 2) : bytes;

serveFrames(async ({ head, blobs: [input = new Uint8Array()] }) => {
  const { bits, ...job } = head as unknown as ImageFrame;
  const { info, data } = await runImageJob(job, samples(input, bits));
  noteDecoded(input.length + data.length);
  setImmediate(() => void releaseMemory());
  return { head: { info }, blobs: [data] };
});
