/** Entry of the thread that reads headers: no library touches a file of a caller on the main thread. @module */
import type { Metadata } from 'sharp';
import { readHeader } from '../codec/inspectHeader.ts';
import { tellBegun, type TimedJob } from './jobDeadline.ts';

/** What of a header tells how much memory a picture takes; texts and profiles stay in the thread. */
export type PictureHeader = Pick<
  Metadata,
  'format' | 'width' | 'height' | 'channels' | 'depth' | 'orientation' | 'isProgressive'
>;

export interface HeaderJob extends TimedJob {
  readonly bytes: Uint8Array;
}

/** Null for what no decoder reads. */
export default async function work(job: HeaderJob): Promise<PictureHeader | null> {
  tellBegun(job);
  const header = await readHeader(job.bytes).catch(() => null);
  if (header === null) return null;
  const { format, width, height, channels, depth, orientation, isProgressive } = header;
  return { format, width, height, channels, depth, orientation, isProgressive };
}
