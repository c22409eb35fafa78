/** Chunks of a PNG; W3C Portable Network Graphics, third edition, section 5. @module */

export interface PngChunk {
  /** Four letters. */
  readonly type: string;
  /** Offset of the length field. */
  readonly start: number;
  /** Offset behind the checksum, of the last chunk of a run of `IDAT`. */
  readonly end: number;
}

const SIGNATURE_BYTES = 8;

/** Most chunks that are read, for the same reason as `SEGMENTS_MAX` of JPEG; writers make a few dozen beside `IDAT`. */
export const CHUNKS_MAX = 4096;

const IDAT = 0x49444154;

/**
 * The chunks in order, each with its length and checksum, at most `CHUNKS_MAX`. Successive `IDAT` chunks, of which large
 * pictures have thousands, count as one. Stops quietly where the structure breaks.
 */
export function pngChunks(bytes: Uint8Array): PngChunk[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: PngChunk[] = [];
  let at = SIGNATURE_BYTES;
  while (at + 12 <= bytes.length && chunks.length < CHUNKS_MAX) {
    const start = at;
    const isPixels = view.getUint32(at + 4) === IDAT;
    at += 12 + view.getUint32(at);
    if (isPixels) at = endOfPixels(view, at);
    if (at > bytes.length) break;
    const name = String.fromCharCode(...bytes.subarray(start + 4, start + 8));
    chunks.push({ type: name, start, end: at });
    if (name === 'IEND') break;
  }
  return chunks;
}

/** Skips the `IDAT` chunks that begin at `at`. */
function endOfPixels(view: DataView, at: number): number {
  let end = at;
  while (end + 12 <= view.byteLength && view.getUint32(end + 4) === IDAT) end += 12 + view.getUint32(end);
  return end;
}
