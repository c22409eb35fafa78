/**
 * Where sharp, and with it libvips and the decoders of four formats, is loaded and called. Only these decoders can run (SVG,
 * GIF, HEIC, PDF and the rest are blocked inside libvips), nothing is cached between pictures, one thread works for each.
 * @module
 */
import native, { type Sharp } from 'sharp';
import type { ImageResult, RunImageJob } from './imageJob.ts';

native.block({ operation: ['VipsForeignLoad'] });
native.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadTiff', 'VipsForeignLoadWebp'],
});
native.cache(false);
native.concurrency(1);

type Call = (this: Sharp, ...args: readonly unknown[]) => Sharp;

const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

const ownMemory = (data: Buffer): Uint8Array<ArrayBuffer> =>
  new Uint8Array(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength);

export const runImageJob: RunImageJob = async ({ options, steps, want }, input): Promise<ImageResult> => {
  let image = native(input, options);
  for (const [method, ...args] of steps) image = (image[method as keyof Sharp] as unknown as Call).apply(image, args);
  if (want === 'metadata') {
    const header = Object.entries(await image.metadata()).filter(([, value]) => isPlain(value));
    return { info: Object.fromEntries(header), data: new Uint8Array() };
  }
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { info: { width, height, channels }, data: ownMemory(data) };
};

export { native as nativeSharp };
