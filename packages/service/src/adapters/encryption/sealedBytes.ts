/** Encrypts and decrypts whole files in memory: C2SP chunked-encryption v1, SHA-512, AES-256-GCM. @module */
import { createCipheriv, createDecipheriv, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  CHUNK_BYTES,
  chunkCount,
  chunkNonce,
  HEADER_BYTES,
  NONCE_BYTES,
  plainSize,
  SALT_BYTES,
  sealedSize,
  sealedSpan,
  TAG_BYTES,
} from '@assay/core/encryption/chunkedLayout';
import { atOnce } from '@assay/core/steps';
import { DamagedFileError } from '../../app/ports/assets/storage.ts';
import { inSteps } from '../jobs/steps.ts';
import { type MessageKeys, messageKeys } from './messageKeys.ts';

const CIPHER = 'aes-256-gcm';
/** Named, since node:crypto would else accept shorter tags. */
const OPTIONS = { authTagLength: TAG_BYTES } as const;

/** What opens a file: the asset's key, and what the file is (`fileContext`). */
export interface FileKey {
  readonly key: Uint8Array;
  readonly context: Uint8Array;
}

/** Chunks between two pauses: 1 MiB, one or two milliseconds of work. */
const STEP_CHUNKS = 64;

function* sealing({ key, context }: FileKey, plain: Uint8Array, salt: Uint8Array): Generator<void, Buffer> {
  const keys = messageKeys(key, salt, context);
  const sealed = Buffer.allocUnsafe(sealedSize(plain.length));
  sealed.set(salt, 0);
  sealed.set(keys.commitment, SALT_BYTES);
  const nonce = new Uint8Array(NONCE_BYTES);
  for (let index = 0; index < chunkCount(plain.length); index++) {
    const { start, end } = sealedSpan(index, plain.length);
    const chunk = plain.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES);
    const [bytes, tag] = sealChunk(keys, index, chunk, nonce);
    sealed.set(bytes, start);
    sealed.set(tag, end - TAG_BYTES);
    if (index % STEP_CHUNKS === STEP_CHUNKS - 1) yield;
  }
  return sealed;
}

/** @param nonce 12 bytes of room */
export function sealChunk(
  { key, baseNonce }: MessageKeys,
  index: number,
  chunk: Uint8Array,
  nonce = new Uint8Array(NONCE_BYTES),
): readonly [bytes: Buffer, tag: Buffer] {
  const cipher = createCipheriv(CIPHER, key, chunkNonce(baseNonce, index, nonce), OPTIONS);
  // Of GCM, update gives all bytes at once and final gives none.
  const bytes = cipher.update(chunk);
  cipher.final();
  return [bytes, cipher.getAuthTag()];
}

function* opening(fileKey: FileKey, sealed: Uint8Array): Generator<void, Buffer> {
  const plainBytes = plainSize(sealed.length);
  if (plainBytes === null) throw new DamagedFileError('its size is not that of a whole encrypted file');
  const keys = keysOfHeader(fileKey, sealed.subarray(0, HEADER_BYTES));
  const plain = Buffer.allocUnsafe(plainBytes);
  for (let index = 0; index < chunkCount(plainBytes); index++) {
    const { start, end } = sealedSpan(index, plainBytes);
    plain.set(openChunk(keys, index, sealed.subarray(start, end)), index * CHUNK_BYTES);
    if (index % STEP_CHUNKS === STEP_CHUNKS - 1) yield;
  }
  return plain;
}

/** @param salt 24 random bytes unless a test vector asks for others */
export const sealBytes = (fileKey: FileKey, plain: Uint8Array, salt: Uint8Array = randomBytes(SALT_BYTES)): Buffer =>
  atOnce(sealing(fileKey, plain, salt));

/** The same without holding up others. The caller leaves the bytes as they are until it is done. */
export const sealBytesInSteps = (fileKey: FileKey, plain: Uint8Array): Promise<Buffer> =>
  inSteps(sealing(fileKey, plain, randomBytes(SALT_BYTES)));

/**
 * Nothing is returned unless all of it is authentic.
 * @throws {DamagedFileError} for another key, another context, a changed, shortened or lengthened file
 */
export const openBytes = (fileKey: FileKey, sealed: Uint8Array): Buffer => atOnce(opening(fileKey, sealed));

/** The same without holding up others. @throws {DamagedFileError} */
export const openBytesInSteps = (fileKey: FileKey, sealed: Uint8Array): Promise<Buffer> =>
  inSteps(opening(fileKey, sealed));

/**
 * @param header the first 56 bytes of the file
 * @throws {DamagedFileError} when the commitment is not the one of this key and context
 */
export function keysOfHeader({ key, context }: FileKey, header: Uint8Array): MessageKeys {
  const keys = messageKeys(key, header.subarray(0, SALT_BYTES), context);
  if (!timingSafeEqual(keys.commitment, header.subarray(SALT_BYTES, HEADER_BYTES)))
    throw new DamagedFileError('its header belongs to another key or another file');
  return keys;
}

/** @throws {DamagedFileError} unless the chunk is authentic at this place */
export function openChunk({ key, baseNonce }: MessageKeys, index: number, chunk: Uint8Array): Buffer {
  const decipher = createDecipheriv(CIPHER, key, chunkNonce(baseNonce, index), OPTIONS);
  const plain = decipher.update(chunk.subarray(0, -TAG_BYTES));
  decipher.setAuthTag(chunk.subarray(-TAG_BYTES));
  try {
    decipher.final();
  } catch {
    throw new DamagedFileError(`its chunk ${index} is not authentic`);
  }
  return plain;
}

/**
 * What a file is, as its keys are derived from it: a file moved to another organization, asset or variant does not open.
 *     "assay file v1" 0x00 organization id 0x00 asset id 0x00 variant        (ASCII)
 */
export const fileContext = (organizationId: string, assetId: string, variant: string): Uint8Array =>
  Buffer.from(['assay file v1', organizationId, assetId, variant].join('\0'), 'ascii');
