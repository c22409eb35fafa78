/** How much memory a job may take at its height, told from the headers of its pictures. @module */
import { LARGE_PIXELS } from '../codec/decodeImage.ts';
import type { EngineJob } from './engineWorker.ts';
import type { ImageHeader } from '../codec/imageJob.ts';

/** What a job takes beside samples: views, spectra, networks at work, files; measured with small pictures. */
const BESIDE_BYTES = 128 * 1024 * 1024;

/** A marking holds the picture, the marked one and the written one, and as much again while it writes. */
const MARKING_COPIES = 4;

/** What of a header tells how much memory a picture takes. */
export type PictureHeader = Pick<
  ImageHeader,
  'format' | 'width' | 'height' | 'channels' | 'depth' | 'orientation' | 'isProgressive'
>;

/** Null for what is no picture: the job will say so. */
export type ReadHeader = (bytes: Uint8Array) => Promise<PictureHeader | null>;

/** Upper bounds that hold for every picture of bench/verdict/badInput/badInput.ts; 0 for what holds no picture. */
export async function jobMemory(job: EngineJob, headerOf: ReadHeader): Promise<number> {
  switch (job.kind) {
    case 'ping':
      return 0;
    case 'examine':
    case 'inspect':
    case 'embed':
    case 'localQuery':
    case 'picture':
    case 'preview':
      return BESIDE_BYTES + readingBytes(await headerOf(job.bytes));
    case 'compare': {
      // One after the other, see decodeToCompare.ts.
      const sizes = [readingBytes(await headerOf(job.query)), readingBytes(await headerOf(job.reference))];
      return 2 * BESIDE_BYTES + Math.max(...sizes);
    }
    case 'attack':
    case 'mark': {
      const header = await headerOf(job.bytes);
      return (
        BESIDE_BYTES +
        (header ? decoderBytes(header) + (MARKING_COPIES + CROSSING_COPIES + turns(header)) * storedBytes(header) : 0)
      );
    }
  }
}

function storedBytes({ width, height, channels, depth }: PictureHeader): number {
  return width * height * channels * (depth === 'ushort' ? 2 : 1);
}

/** Of a picture that was decoded there is one in the decoder's process until the next one comes. */
const CROSSING_COPIES = 1;

/** What `decodeToRead` holds: the picture and what the decoder needs for it. */
function readingBytes(header: PictureHeader | null): number {
  if (header === null) return 0;
  const pixels = header.width * header.height;
  const read = pixels > LARGE_PIXELS ? 3 * pixels : storedBytes(header);
  return decoderBytes(header) + (1 + CROSSING_COPIES + turns(header)) * read;
}

/** A picture that its EXIF tag turns is held as it lies and as it is seen. */
const turns = ({ orientation }: PictureHeader): number => ((orientation ?? 1) > 1 ? 1 : 0);

/** libwebp decodes to four bytes a pixel, and holds some of what it decodes from. */
const WEBP_PIXEL_BYTES = 5;

/**
 * Line by line costs nothing; the rest is decoded as a whole first. Of a progressive JPEG that are two bytes for each
 * coefficient; of a TIFF it depends on its strips, which may be one.
 */
function decoderBytes(header: PictureHeader): number {
  switch (header.format) {
    case 'jpeg':
      return header.isProgressive ? 2 * storedBytes(header) : 0;
    case 'png':
      return header.isProgressive ? storedBytes(header) : 0;
    case 'webp':
      return WEBP_PIXEL_BYTES * header.width * header.height;
    default:
      return storedBytes(header);
  }
}
