/** Chunks of a WebP file; RFC 9649, section 2. @module */

export interface WebpChunk {
  /** Four characters, for instance `VP8 `, `VP8L`, `ICCP`. */
  readonly type: string;
  /** Offset of the chunk's type. */
  readonly start: number;
  /** Offset behind the padding. */
  readonly end: number;
  readonly payload: Uint8Array;
}

const RIFF_HEADER_BYTES = 12;

/** Most chunks that are read, for the same reason as `SEGMENTS_MAX` of JPEG; a still picture has up to seven. */
export const CHUNKS_MAX = 4096;

/** The chunks in order, at most `CHUNKS_MAX`; stops quietly where the structure breaks. */
export function webpChunks(bytes: Uint8Array): WebpChunk[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: WebpChunk[] = [];
  let at = RIFF_HEADER_BYTES;
  while (at + 8 <= bytes.length && chunks.length < CHUNKS_MAX) {
    const size = view.getUint32(at + 4, true);
    if (at + 8 + size > bytes.length) break;
    const end = at + 8 + size + (size & 1);
    const type = String.fromCharCode(...bytes.subarray(at, at + 4));
    chunks.push({ type, start: at, end: Math.min(end, bytes.length), payload: bytes.subarray(at + 8, at + 8 + size) });
    at = end;
  }
  return chunks;
}

/** True if the picture is coded without loss (`VP8L`). */
export function webpIsLossless(bytes: Uint8Array): boolean {
  return webpChunks(bytes).some((chunk) => chunk.type === 'VP8L');
}
