/** Chunks of a PNG; W3C Portable Network Graphics, third edition, section 5. @module */

export interface PngChunk {
  /** Four letters. */
  readonly type: string;
  /** Offset of the length field. */
  readonly start: number;
  /** Offset behind the checksum. */
  readonly end: number;
}

const SIGNATURE_BYTES = 8;

/** All chunks in order, each with its length and checksum; stops quietly where the structure breaks. */
export function pngChunks(bytes: Uint8Array): PngChunk[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: PngChunk[] = [];
  let at = SIGNATURE_BYTES;
  while (at + 12 <= bytes.length) {
    const end = at + 12 + view.getUint32(at);
    if (end > bytes.length) break;
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    chunks.push({ type, start: at, end });
    if (type === 'IEND') break;
    at = end;
  }
  return chunks;
}
