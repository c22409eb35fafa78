/**
 * Where the bytes of an encrypted file lie: the layout of C2SP chunked-encryption, version 1, with 16-byte tags.
 *
 *     file = salt (24) || commitment (32) || chunk 0 || chunk 1 || ... || last chunk
 *     chunk k holds the plaintext bytes 16384 k ... and 16 bytes of tag
 *
 * Every chunk but the last holds 16 KiB of plaintext; the last one holds less, and may hold nothing. Its being short is
 * what says that it is the last. Only arithmetic stands here; the ciphers are the caller's.
 * Source: c2sp.org/chunked-encryption@v1, "Message chunking", "Implementation notes". Departs: none.
 * @module
 */

/** Plaintext bytes of a full chunk; the record size of TLS 1.3. */
export const CHUNK_BYTES = 16_384;
/** AES-GCM, full length: NIST SP 800-38D, 5.2.1.2. */
export const TAG_BYTES = 16;
export const SALT_BYTES = 24;
export const COMMITMENT_BYTES = 32;
export const HEADER_BYTES = SALT_BYTES + COMMITMENT_BYTES;
/** 96-bit nonces: NIST SP 800-38D, 8.2.1. */
export const NONCE_BYTES = 12;
/** "The message MUST NOT exceed 2^38 chunks". */
export const CHUNKS_MAX = 2 ** 38;

const SEALED_CHUNK_BYTES = CHUNK_BYTES + TAG_BYTES;

/** Consecutive bytes, `end` not included. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

function assertCount(name: string, value: number, max: number): void {
  if (!Number.isInteger(value) || value < 0 || value > max)
    throw new RangeError(`chunked layout: ${name} must be a whole number from 0 to ${max}, got ${value}`);
}

/** How many chunks a plaintext of that many bytes has; at least one. @throws {RangeError} beyond 4 PiB */
export function chunkCount(plainBytes: number): number {
  assertCount('plaintext size', plainBytes, CHUNKS_MAX * CHUNK_BYTES - 1);
  return Math.floor(plainBytes / CHUNK_BYTES) + 1;
}

/** Bytes of the encrypted file. @throws {RangeError} beyond 4 PiB */
export const sealedSize = (plainBytes: number): number =>
  HEADER_BYTES + plainBytes + TAG_BYTES * chunkCount(plainBytes);

/**
 * Bytes of the plaintext, told from the size of the encrypted file alone. That size proves nothing until the last chunk
 * was authenticated. Null for a size that no whole file has: too short for a header, cut off behind a full chunk, or
 * inside a tag.
 */
export function plainSize(sealedBytes: number): number | null {
  const body = sealedBytes - HEADER_BYTES;
  if (!Number.isSafeInteger(sealedBytes) || body < TAG_BYTES) return null;
  const fullChunks = Math.floor(body / SEALED_CHUNK_BYTES);
  const rest = body - fullChunks * SEALED_CHUNK_BYTES;
  if (rest < TAG_BYTES || fullChunks >= CHUNKS_MAX) return null;
  return fullChunks * CHUNK_BYTES + rest - TAG_BYTES;
}

/** Where chunk `index` lies in the encrypted file. @throws {RangeError} for a chunk that the plaintext does not have */
export function sealedSpan(index: number, plainBytes: number): Span {
  assertCount('chunk', index, chunkCount(plainBytes) - 1);
  const start = HEADER_BYTES + index * SEALED_CHUNK_BYTES;
  return { start, end: Math.min(start + SEALED_CHUNK_BYTES, sealedSize(plainBytes)) };
}

/** The chunks, first and last included, that hold the plaintext bytes of a span that is not empty. */
export const chunksOf = ({ start, end }: Span): { readonly first: number; readonly last: number } => ({
  first: Math.floor(start / CHUNK_BYTES),
  last: Math.floor((end - 1) / CHUNK_BYTES),
});

/**
 * Nonce of a chunk: the base nonce with its end exclusive-ored with the chunk's number as a big-endian integer.
 * @param base 12 bytes
 * @param out  12 bytes; may not be `base`
 * @throws {RangeError} from 2^38 chunks on
 */
export function chunkNonce(base: Uint8Array, index: number, out = new Uint8Array(NONCE_BYTES)): Uint8Array {
  assertCount('chunk', index, CHUNKS_MAX - 1);
  out.set(base);
  // Five bytes hold 2^38; bit operations of JavaScript end at 2^32, hence the division.
  for (let at = NONCE_BYTES - 1, rest = index; rest > 0; at--, rest = Math.floor(rest / 256))
    out[at] = (out[at] as number) ^ (rest % 256);
  return out;
}
