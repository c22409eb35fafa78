/** Bytes to pixels. @module */
import { AppError } from '@assay/core/errors';
import type { Raster } from '@assay/core/raster';
import type { ImageFacts } from '../../app/ports/verify/engine.ts';
import { sharp } from './imageLibrary.ts';
import { damaged, inspectHeader, keepsColourSpace, type PictureLimits } from './inspectHeader.ts';
import { toUpright } from './orientation.ts';
import { noteDecoded } from './releaseMemory.ts';

export interface DecodedImage {
  readonly facts: ImageFacts;
  /**
   * Upright. Grey and RGB samples exactly as stored, in the file's own colour space, 16 bits if the file has them; CMYK
   * and Lab become 8-bit sRGB through the embedded profile (libvips' own CMYK profile if there is none); palettes become
   * RGB; two-level pictures become grey of 0 and 255.
   */
  readonly raster: Raster;
  /** Sentences for the caller. */
  readonly warnings: readonly string[];
}

/** First and last of four interleaved channels: 8-bit grey with alpha, which libvips hands out as R G B A only. */
function greyAndAlpha(rgba: Uint8Array): Uint8Array {
  const out = new Uint8Array(rgba.length / 2);
  for (let p = 0, i = 0; i < out.length; p += 4, i += 2) {
    out[i] = rgba[p] as number;
    out[i + 1] = rgba[p + 3] as number;
  }
  return out;
}

/** 16-bit samples over the same memory; a copy only if the memory is not aligned. */
function asSixteenBits(bytes: Uint8Array): Uint16Array {
  const aligned = bytes.byteOffset % 2 === 0 ? bytes : Uint8Array.from(bytes);
  return new Uint16Array(aligned.buffer, aligned.byteOffset, aligned.length / 2);
}

/** @param plain 16-bit samples without their lower half, colours without their transparency */
async function decodeStored(bytes: Uint8Array, facts: ImageFacts, plain: boolean): Promise<Raster> {
  const asStored = keepsColourSpace(facts);
  const wide = asStored && facts.depth === 16 && !plain;
  const grey = facts.colourSpace === 'b-w' || facts.colourSpace === 'grey16';
  const greyAlpha = grey && facts.hasAlpha && !wide && !plain;
  const space = grey && !greyAlpha ? (wide ? 'grey16' : 'b-w') : wide ? 'rgb16' : 'srgb';
  // libjpeg only warns of scans that end early and paints the rest grey, so warnings must refuse as well.
  const image = sharp(bytes, { ignoreIcc: asStored, failOn: 'warning', limitInputPixels: false });
  if (plain) image.removeAlpha();
  const { data, info } = await image
    .toColourspace(space)
    .raw({ depth: wide ? 'ushort' : 'uchar' })
    .toPixels();
  const { width, height } = info;
  noteDecoded(data.length);
  if (greyAlpha) return { width, height, channels: 2, depth: 8, data: greyAndAlpha(data) };
  return {
    width,
    height,
    channels: info.channels as 1 | 2 | 3 | 4,
    depth: wide ? 16 : 8,
    data: wide ? asSixteenBits(data) : data,
  };
}

/** A failure of the machine must not be told as a fault of the picture. */
const OUT_OF_MEMORY = /out of memory|cannot allocate|unable to allocate/i;

/**
 * @throws {AppError} INVALID_FILE_TYPE (not one of the four formats, animated, damaged, incomplete), FILE_TOO_LARGE
 */
export async function decodeImage(bytes: Uint8Array, limits: PictureLimits): Promise<DecodedImage> {
  return decodeAs(bytes, await inspectHeader(bytes, limits), false);
}

/**
 * Pixels beyond which a picture that is only looked at is large: then it is taken with 8 bits a sample and without
 * transparency, which at most halves each of the two copies that a decoder may need. Fingerprints and marks are worked out
 * of far fewer pixels, each a mean of many. The common cameras stay below it.
 */
export const LARGE_PIXELS = 25_000_000;

/**
 * The picture as it is looked at and searched, not as it is written again.
 * @throws {AppError} as `decodeImage`
 */
export async function decodeToRead(bytes: Uint8Array, limits: PictureLimits): Promise<DecodedImage> {
  const facts = await inspectHeader(bytes, limits);
  return decodeAs(bytes, facts, facts.width * facts.height > LARGE_PIXELS);
}

async function decodeAs(bytes: Uint8Array, facts: ImageFacts, plain: boolean): Promise<DecodedImage> {
  let stored: Raster;
  try {
    stored = await decodeStored(bytes, facts, plain);
  } catch (cause) {
    if (cause instanceof Error && OUT_OF_MEMORY.test(cause.message))
      throw new AppError('PROCESSING_FAILED', 'The picture could not be processed.', { cause });
    throw damaged(cause);
  }
  const warnings = facts.pages > 1 ? [`Only the first of ${facts.pages} pages is used.`] : [];
  return { facts, raster: toUpright(stored, facts.orientation), warnings };
}
