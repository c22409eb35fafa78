/** Encrypted files on this disk that are too large for the memory: written as their bytes come, read wherever somebody looks. @module */
import { randomBytes } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import {
  CHUNK_BYTES,
  chunkCount,
  chunksOf,
  HEADER_BYTES,
  plainSize,
  SALT_BYTES,
  sealedSpan,
} from '@assay/core/encryption/chunkedLayout';
import { DamagedFileError } from '../../app/ports/assets/storage.ts';
import { type MessageKeys, messageKeys } from './messageKeys.ts';
import { type FileKey, keysOfHeader, openChunk, sealChunk } from './sealedBytes.ts';

/** The encrypted form of bytes whose number is not known yet, in the same layout as `sealBytes`. */
export async function* sealedStream(
  { key, context }: FileKey,
  plain: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const salt = randomBytes(SALT_BYTES);
  const keys = messageKeys(key, salt, context);
  yield salt;
  yield keys.commitment;
  let waiting = Buffer.alloc(0);
  let index = 0;
  for await (const part of plain) {
    waiting = waiting.length === 0 ? Buffer.from(part) : Buffer.concat([waiting, part]);
    let start = 0;
    for (; waiting.length - start >= CHUNK_BYTES; start += CHUNK_BYTES)
      yield Buffer.concat(sealChunk(keys, index++, waiting.subarray(start, start + CHUNK_BYTES)));
    waiting = waiting.subarray(start);
  }
  // Shorter than the others, perhaps empty: that says that it is the last.
  yield Buffer.concat(sealChunk(keys, index, waiting));
}

/** The plaintext of an encrypted file, at any place. */
export interface SealedFile {
  readonly sizeBytes: number;
  /** Fewer bytes where the file ends. @throws {DamagedFileError} before it gives a byte that is not authentic */
  read(start: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}

/**
 * Header and last chunk are read at once, so that another key and a file cut off or lengthened are refused here.
 * @param fileKeys tried in their order
 * @throws {DamagedFileError} when none of them opens it
 */
export async function openSealedFile(place: string, fileKeys: readonly FileKey[]): Promise<SealedFile> {
  const file = await open(place);
  try {
    const plainBytes = plainSize((await file.stat()).size);
    if (plainBytes === null) throw new DamagedFileError('its size is not that of a whole encrypted file');
    const keys = keysAmong(fileKeys, await bytesAt(file, 0, HEADER_BYTES));
    const chunkAt = async (index: number): Promise<Buffer> => {
      const { start, end } = sealedSpan(index, plainBytes);
      return openChunk(keys, index, await bytesAt(file, start, end - start));
    };
    await chunkAt(chunkCount(plainBytes) - 1);
    return { sizeBytes: plainBytes, read: readerOf(chunkAt, plainBytes), close: () => file.close() };
  } catch (cause) {
    await file.close();
    throw cause;
  }
}

function keysAmong(fileKeys: readonly FileKey[], header: Buffer): MessageKeys {
  let refused: unknown = null;
  for (const fileKey of fileKeys)
    try {
      return keysOfHeader(fileKey, header);
    } catch (cause) {
      refused = cause;
    }
  throw refused;
}

function readerOf(chunkAt: (index: number) => Promise<Buffer>, plainBytes: number): SealedFile['read'] {
  // Names and places in an archive are read a few bytes at a time.
  let held: { readonly index: number; readonly plain: Buffer } | null = null;
  return async (start, length) => {
    const end = Math.min(start + length, plainBytes);
    if (start >= end) return Buffer.alloc(0);
    const { first, last } = chunksOf({ start, end });
    const parts: Buffer[] = [];
    for (let index = first; index <= last; index++) {
      const plain: Buffer = held?.index === index ? held.plain : await chunkAt(index);
      held = { index, plain };
      const at = index * CHUNK_BYTES;
      parts.push(plain.subarray(Math.max(0, start - at), end - at));
    }
    return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
  };
}

async function bytesAt(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
  if (bytesRead < length) throw new DamagedFileError('it ends too early');
  return buffer;
}
