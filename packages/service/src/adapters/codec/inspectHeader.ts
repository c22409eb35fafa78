/** Everything that can be known of a picture before its pixels are decoded, and the refusals that follow from it. @module */
import { AppError } from '@assay/core/errors';
import type { ImageFacts, ImageFormat } from '../../app/ports/verify/engine.ts';
import type { ImageHeader } from './imageJob.ts';
import { sharp } from './imageLibrary.ts';
import { jpegEncoding } from './jpegEncoding.ts';
import { jpegSegments, SEGMENTS_MAX } from './jpegSegments.ts';
import { exchangesSides } from './orientation.ts';
import { CHUNKS_MAX as PNG_CHUNKS_MAX, pngChunks } from './pngChunks.ts';
import { sniffFormat } from './sniffFormat.ts';
import { DIRECTORIES_MAX, readTiff, tiffDirectoryCount, tiffNumber } from './tiffDirectory.ts';
import { CHUNKS_MAX as WEBP_CHUNKS_MAX, webpChunks } from './webpChunks.ts';

export interface PictureLimits {
  /** Largest file, bytes. */
  readonly bytesMax: number;
  /** Most pixels, width times height. */
  readonly pixelsMax: number;
}

/** Longest side, pixels; docs/reference/limits.md#pictures. */
export const SIDE_MAX = 30_000;

/** Colour spaces (libvips' names) whose samples are used as stored. Others are converted to sRGB. */
const STORED_SPACES: ReadonlySet<string> = new Set(['srgb', 'rgb', 'rgb16', 'b-w', 'grey16']);

/** True if decoding leaves the samples in the file's own colour space, so that its ICC profile stays true. */
export function keepsColourSpace(facts: ImageFacts): boolean {
  return STORED_SPACES.has(facts.colourSpace);
}

/** The refusal for bytes that have the right beginning and no readable picture. */
export function damaged(cause: unknown): AppError {
  // That a decoder ended is told as it is.
  if (cause instanceof AppError) return cause;
  return new AppError('INVALID_FILE_TYPE', 'The picture is damaged or incomplete and cannot be read.', { cause });
}

function invalid(detail: string): AppError {
  return new AppError('INVALID_FILE_TYPE', detail);
}

/**
 * DNGVersion; SubIFDs below a reduced first picture; colour filter array as photometric interpretation: camera raws in
 * TIFF clothes. libtiff would deliver their thumbnail. Sources: DNG 1.7, chapter 4; TIFF/EP (ISO 12234-2).
 */
function isCameraRaw(bytes: Uint8Array): boolean {
  const file = readTiff(bytes);
  const tag = (number: number): boolean => file.entries.some((entry) => entry.tag === number);
  const reducedFirst = ((tiffNumber(file, 254) ?? 0) & 1) === 1;
  return tag(50706) || (tag(330) && reducedFirst) || tiffNumber(file, 262) === 32803 || tiffNumber(file, 262) === 34892;
}

const TOO_MANY_PARTS =
  'The file consists of thousands of parts that are not pixels. Save the picture anew and send that.';

/**
 * Looks at the container only; before any library does, which takes minutes and gigabytes for millions of parts.
 * @throws {AppError} INVALID_FILE_TYPE
 */
export function refuseByStructure(bytes: Uint8Array): ImageFormat {
  const format = sniffFormat(bytes);
  switch (format) {
    case 'jpeg':
      if (jpegSegments(bytes).length >= SEGMENTS_MAX) throw invalid(TOO_MANY_PARTS);
      break;
    case 'png': {
      const chunks = pngChunks(bytes);
      if (chunks.length >= PNG_CHUNKS_MAX) throw invalid(TOO_MANY_PARTS);
      if (chunks.some(({ type }) => type === 'acTL')) throw invalid('Animated PNG is not taken. Send a still picture.');
      break;
    }
    case 'webp':
      if (webpChunks(bytes).length >= WEBP_CHUNKS_MAX) throw invalid(TOO_MANY_PARTS);
      break;
    case 'tiff':
      if (tiffDirectoryCount(bytes) >= DIRECTORIES_MAX) throw invalid(TOO_MANY_PARTS);
      if (isCameraRaw(bytes))
        throw invalid(
          'This looks like a camera raw file. Develop it first and send a JPEG, PNG, TIFF or WebP picture.',
        );
  }
  return format;
}

function refuseBySize(width: number, height: number, limits: PictureLimits): void {
  if (width > SIDE_MAX || height > SIDE_MAX)
    throw new AppError('FILE_TOO_LARGE', `The picture has a side of more than ${SIDE_MAX} pixels.`, {
      extra: { limit: SIDE_MAX },
    });
  if (width * height > limits.pixelsMax)
    throw new AppError('FILE_TOO_LARGE', `The picture has more than ${limits.pixelsMax} pixels.`, {
      extra: { limit: limits.pixelsMax },
    });
}

/** After `refuseByStructure` only. @throws {AppError} INVALID_FILE_TYPE */
export async function readHeader(bytes: Uint8Array): Promise<ImageHeader> {
  try {
    // Our own check answers with the limit; the library's would only say that it refuses.
    return await sharp(bytes, { limitInputPixels: false }).metadata();
  } catch (cause) {
    throw damaged(cause);
  }
}

function refuseByContent(format: ImageFormat, header: ImageHeader): void {
  if (format !== 'tiff' && (header.pages ?? 1) > 1)
    throw invalid('Animated pictures are not taken. Send a still picture.');
  if (header.depth !== 'uchar' && header.depth !== 'ushort')
    throw invalid('Pictures have 8 or 16 bits for each channel. Convert this one and send it again.');
  if (header.channels > (header.space === 'cmyk' ? 5 : 4))
    throw invalid('This picture has more channels than colour and one transparency. Flatten it and send it again.');
}

/** @throws {AppError} FILE_TOO_LARGE with `extra.limit`, bytes */
export function refuseByLength({ length }: Uint8Array, { bytesMax }: Pick<PictureLimits, 'bytesMax'>): void {
  if (length > bytesMax)
    throw new AppError('FILE_TOO_LARGE', `The file is larger than ${bytesMax} bytes.`, { extra: { limit: bytesMax } });
}

/**
 * Sniffs and measures; milliseconds whatever the claimed size.
 * @throws {AppError} INVALID_FILE_TYPE, FILE_TOO_LARGE with `extra.limit`
 */
export async function inspectHeader(bytes: Uint8Array, limits: PictureLimits): Promise<ImageFacts> {
  refuseByLength(bytes, limits);
  const format = refuseByStructure(bytes);
  const header = await readHeader(bytes);
  refuseBySize(header.width, header.height, limits);
  refuseByContent(format, header);
  const orientation = header.orientation !== undefined && header.orientation <= 8 ? header.orientation || 1 : 1;
  const turned = exchangesSides(orientation);
  return {
    format,
    mimeType: `image/${format}`,
    width: turned ? header.height : header.width,
    height: turned ? header.width : header.height,
    orientation,
    depth: header.bitsPerSample === 1 && !header.isPalette ? 1 : header.depth === 'ushort' ? 16 : 8,
    hasAlpha: header.hasAlpha,
    colourSpace: header.space,
    hasIcc: header.hasProfile,
    pages: header.pages ?? 1,
    jpegQuality: format === 'jpeg' ? (jpegEncoding(bytes)?.quality ?? null) : null,
  };
}
