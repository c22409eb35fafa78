/** What kind of file some bytes are, told by their first bytes; never by a name or a claimed type. @module */
import { AppError } from '@assay/core/errors';
import type { ImageFormat } from '../../app/ports/verify/engine.ts';

/* oxlint-disable no-control-regex -- magic bytes are control characters */

const TAKEN = 'Send a JPEG, PNG, TIFF or WebP picture.';

const PICTURES: readonly (readonly [ImageFormat, RegExp])[] = [
  ['jpeg', /^\xff\xd8\xff/],
  ['png', /^\x89PNG\r\n\x1a\n/],
  ['tiff', /^(?:II\*\0|MM\0\*)/],
  ['webp', /^RIFF[^]{4}WEBP/],
];

/** Kinds that people send by mistake, for the sentence; what is not listed is "of an unknown kind". */
const OTHERS: readonly (readonly [string, RegExp])[] = [
  ['a BigTIFF picture', /^(?:II\+\0|MM\0\+)/],
  ['a GIF picture', /^GIF8[79]a/],
  ['an AVIF picture', /^[^]{4}ftyp(?:avif|avis)/],
  ['a HEIC picture', /^[^]{4}ftyp(?:hei[cmsx]|hev[cmsx]|mif1|msf1)/],
  ['a video', /^[^]{4}ftyp|^\x1aE\xdf\xa3|^RIFF[^]{4}AVI /],
  ['a JPEG XL picture', /^(?:\xff\x0a|\0\0\0\x0cJXL )/],
  ['a JPEG 2000 picture', /^(?:\0\0\0\x0cjP {2}|\xff\x4f\xff\x51)/],
  ['a Photoshop document', /^8BPS/],
  ['a BMP picture', /^BM[^]{4}\0\0\0\0/],
  ['an icon', /^\0\0[\x01\x02]\0/],
  ['a PDF document', /^%PDF/],
  ['an archive', /^(?:PK[\x03\x05]|\x1f\x8b|7z\xbc\xaf|Rar!)/],
  [
    'an SVG picture',
    /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^]{0,400})?(?:<!--[^]{0,200}-->\s*)?(?:<!DOCTYPE svg[^]{0,200})?<svg/i,
  ],
  ['an HTML page', /^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html)/i],
  ['text', /^(?:\xef\xbb\xbf)?[\t\n\r\x20-\x7e\x80-\xff]{1,512}$/],
];

/** Bytes that the patterns look at. */
const HEAD_BYTES = 512;

/**
 * @throws {AppError} INVALID_FILE_TYPE with a sentence that names what the bytes look like
 */
export function sniffFormat(bytes: Uint8Array): ImageFormat {
  if (bytes.length === 0) throw new AppError('INVALID_FILE_TYPE', `The file is empty. ${TAKEN}`);
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES)).toString('latin1');
  for (const [format, pattern] of PICTURES) if (pattern.test(head)) return format;
  const looksLike = OTHERS.find(([, pattern]) => pattern.test(head))?.[0] ?? 'a file of an unknown kind';
  throw new AppError('INVALID_FILE_TYPE', `This looks like ${looksLike}. ${TAKEN}`);
}
