/** Marker segments of a JPEG up to its first scan; ITU-T T.81, annex B. @module */

export interface JpegSegment {
  /** Second byte of the marker, for instance 0xE1 for APP1. */
  readonly marker: number;
  /** Offset of the marker's 0xFF. */
  readonly start: number;
  /** Offset behind the segment. */
  readonly end: number;
  /** What follows the length field. */
  readonly payload: Uint8Array;
}

const START_OF_SCAN = 0xda;

/**
 * Most segments that are read. An ICC profile takes at most 255 and extended XMP a few hundred; a file of 50 MiB could hold
 * twelve million empty ones, on which decoders spend minutes and gigabytes.
 */
export const SEGMENTS_MAX = 4096;

/** TEM, RST0..7 and SOI stand alone; every other marker before the scan carries a length (T.81, table B.1). */
function standsAlone(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
}

/** The segments before the first scan, in order, at most `SEGMENTS_MAX`. Stops quietly where the structure breaks; the decoder judges that. */
export function jpegSegments(bytes: Uint8Array): JpegSegment[] {
  const segments: JpegSegment[] = [];
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff && segments.length < SEGMENTS_MAX) {
    const marker = bytes[at + 1] as number;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (standsAlone(marker)) {
      at += 2;
      continue;
    }
    if (marker === START_OF_SCAN) break;
    const length = ((bytes[at + 2] as number) << 8) | (bytes[at + 3] as number);
    const end = at + 2 + length;
    if (length < 2 || end > bytes.length) break;
    segments.push({ marker, start: at, end, payload: bytes.subarray(at + 4, end) });
    at = end;
  }
  return segments;
}

/** True if the payload begins with these ASCII characters. */
export function startsWith(payload: Uint8Array, text: string): boolean {
  if (payload.length < text.length) return false;
  for (let i = 0; i < text.length; i++) if (payload[i] !== text.charCodeAt(i)) return false;
  return true;
}
