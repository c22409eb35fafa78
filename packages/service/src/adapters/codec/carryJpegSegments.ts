/**
 * Gives a newly encoded JPEG the application segments of its source, byte for byte: JFIF density, EXIF with maker notes,
 * XMP, ICC, IPTC, comments. Re-writing them through an EXIF library would lose what that library does not know.
 * @module
 */
import { type JpegSegment, jpegSegments, startsWith } from './jpegSegments.ts';

const APP0 = 0xe0;
const APP2 = 0xe2;
const APP11 = 0xeb;
const APP14 = 0xee;
const COMMENT = 0xfe;

function isIcc(segment: JpegSegment): boolean {
  return segment.marker === APP2 && startsWith(segment.payload, 'ICC_PROFILE\0');
}

function isJfif(segment: JpegSegment): boolean {
  return segment.marker === APP0 && startsWith(segment.payload, 'JFIF\0');
}

/**
 * Application segments and comments, except those that would be false in the new file: APP0 (handled apart), Adobe's
 * APP14 (says how the old scan was coded), MPF (offsets of further pictures behind the old one) and APP11's JUMBF (a
 * C2PA manifest binds the old bytes).
 */
function isCarried(segment: JpegSegment): boolean {
  const { marker, payload } = segment;
  if (marker === COMMENT) return true;
  if (marker <= APP0 || marker > 0xef || marker === APP11 || marker === APP14) return false;
  return !(marker === APP2 && startsWith(payload, 'MPF\0'));
}

/**
 * @param encoded as the encoder wrote it: SOI, its own JFIF segment, tables, frame, scans
 * @param keepIcc false when the samples are no longer in the source's colour space
 */
export function carryJpegSegments(encoded: Uint8Array, source: Uint8Array, keepIcc: boolean): Uint8Array {
  const from = jpegSegments(source);
  const ownJfif = jpegSegments(encoded).find(isJfif);
  const jfif = from.find(isJfif);
  const carried = from.filter((segment) => isCarried(segment) && (keepIcc || !isIcc(segment)));
  const head = jfif ? source.subarray(jfif.start, jfif.end) : encoded.subarray(ownJfif?.start ?? 2, ownJfif?.end ?? 2);
  return Buffer.concat([
    encoded.subarray(0, 2),
    head,
    ...carried.map((segment) => source.subarray(segment.start, segment.end)),
    encoded.subarray(2, ownJfif?.start ?? 2),
    encoded.subarray(ownJfif?.end ?? 2),
  ]);
}
