/**
 * Pixels back to bytes, in the format and manner of the file they came from. What is kept and what is not stands in
 * docs/reference/formats.md.
 * @module
 */
import type { Raster } from '@assay/core/raster';
import type { TiffOptions } from 'sharp';
import type { ImageFacts } from '../../app/ports/verify/engine.ts';
import { carryJpegSegments } from './carryJpegSegments.ts';
import { carryPngChunks } from './carryPngChunks.ts';
import { carryTiffTags } from './carryTiffTags.ts';
import { carryWebpChunks } from './carryWebpChunks.ts';
import { type AskedImage, sharp } from './imageLibrary.ts';
import { keepsColourSpace } from './inspectHeader.ts';
import { jpegEncoding } from './jpegEncoding.ts';
import { toStored } from './orientation.ts';
import { readTiff, tiffNumber } from './tiffDirectory.ts';
import { webpIsLossless } from './webpChunks.ts';

/** Least quality of a delivered JPEG or lossy WebP. */
export const QUALITY_FLOOR = 92;

/** Quality when a first attempt did not carry the mark. */
export const QUALITY_FINER = 98;

/** Lossless either way. Of a photo of 768 x 512: 616 KB in 25 ms; without filters, as sharp writes by default, 988 KB in 21 ms. */
const PNG = { compressionLevel: 3, adaptiveFiltering: true } as const;

/** What sharp can write of TIFF's compressions (tag 259); every other one becomes LZW. */
const TIFF_COMPRESSION: Readonly<Record<number, NonNullable<TiffOptions['compression']>>> = {
  1: 'none',
  5: 'lzw',
  6: 'jpeg',
  7: 'jpeg',
  8: 'deflate',
  32773: 'packbits',
  32946: 'deflate',
};

function rawInput(raster: Raster): AskedImage {
  const { width, height, channels, depth, data } = raster;
  const grey = channels < 3;
  const space = depth === 16 ? (grey ? 'grey16' : 'rgb16') : grey ? 'b-w' : 'srgb';
  return sharp(data, { raw: { width, height, channels }, limitInputPixels: false }).toColourspace(space);
}

async function encodeJpeg(
  source: Uint8Array,
  image: AskedImage,
  keepIcc: boolean,
  finer: boolean,
): Promise<Uint8Array> {
  const was = jpegEncoding(source);
  const encoded = await image
    .jpeg({
      quality: Math.max(finer ? QUALITY_FINER : QUALITY_FLOOR, was?.quality ?? QUALITY_FLOOR),
      chromaSubsampling: finer || was === null || was.fullChroma ? '4:4:4' : '4:2:0',
      progressive: was?.progressive ?? false,
    })
    .toBuffer();
  return carryJpegSegments(encoded, source, keepIcc);
}

async function encodeTiff(
  source: Uint8Array,
  image: AskedImage,
  keepIcc: boolean,
  finer: boolean,
): Promise<Uint8Array> {
  const was = readTiff(source);
  const encoded = await image
    .tiff({
      compression: TIFF_COMPRESSION[tiffNumber(was, 259) ?? 1] ?? 'lzw',
      predictor: tiffNumber(was, 317) === 2 ? 'horizontal' : 'none',
      quality: finer ? QUALITY_FINER : QUALITY_FLOOR,
    })
    .toBuffer();
  return carryTiffTags(encoded, source, keepIcc);
}

/**
 * @param source the file that `marked` was decoded from
 * @param marked upright, the size and channels that `decodeImage` gave
 * @param finer  lossy formats at `QUALITY_FINER` and full chroma, for a second attempt
 */
export async function encodeLike(
  source: Uint8Array,
  facts: ImageFacts,
  marked: Raster,
  finer = false,
): Promise<Uint8Array> {
  const stored = toStored(marked, facts.orientation);
  const image = rawInput(stored);
  const keepIcc = keepsColourSpace(facts);
  switch (facts.format) {
    case 'jpeg':
      return encodeJpeg(source, image, keepIcc, finer);
    case 'png':
      return carryPngChunks(await image.png(PNG).toBuffer(), source, keepIcc);
    case 'tiff':
      return encodeTiff(source, image, keepIcc, finer);
    case 'webp': {
      const lossless = webpIsLossless(source);
      const quality = finer ? QUALITY_FINER : QUALITY_FLOOR;
      // `exact` keeps the colours below full transparency, as the other formats do.
      const encoded = await image.webp({ lossless, quality: lossless ? 100 : quality, exact: true }).toBuffer();
      return carryWebpChunks(encoded, source, { ...stored, hasAlpha: facts.hasAlpha });
    }
  }
}
