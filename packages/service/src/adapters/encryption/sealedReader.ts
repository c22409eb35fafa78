/** Reads parts of an encrypted file; no byte is given away before it is authentic. @module */
import { Readable } from 'node:stream';
import {
  CHUNK_BYTES,
  chunkCount,
  chunksOf,
  HEADER_BYTES,
  plainSize,
  sealedSpan,
  type Span,
} from '@assay/core/encryption/chunkedLayout';
import { DamagedFileError, type StoredFile } from '../../app/ports/assets/storage.ts';
import type { MessageKeys } from './messageKeys.ts';
import { type FileKey, keysOfHeader, openChunk } from './sealedBytes.ts';

/** What is asked for up to here is held until all of it is authentic; more is read twice, bytes. */
const HELD_BYTES_MAX = 8 * 1024 * 1024;

/**
 * A view of an encrypted file as if it were plain. Header and last chunk are read at once, so that a file cut off or
 * lengthened is refused here; everything that a stream shall give is authenticated before its first byte comes.
 * @throws {DamagedFileError} for another key or context, a size that no file has, a last chunk that is not authentic
 */
export async function openSealed(fileKey: FileKey, sealed: StoredFile): Promise<StoredFile> {
  const plainBytes = plainSize(sealed.sizeBytes);
  if (plainBytes === null) throw new DamagedFileError('its size is not that of a whole encrypted file');
  const keys = keysOfHeader(fileKey, await readSpan(sealed, { start: 0, end: HEADER_BYTES }));
  const last = chunkCount(plainBytes) - 1;
  openChunk(keys, last, await readSpan(sealed, sealedSpan(last, plainBytes)));
  const file: OpenFile = { sealed, keys, plainBytes };
  return {
    sizeBytes: plainBytes,
    stream(range) {
      const start = range?.start ?? 0;
      const end = Math.min(range ? range.end + 1 : plainBytes, plainBytes);
      return Readable.from(start < end ? authenticBytes(file, { start, end }) : [], { objectMode: false });
    },
  };
}

interface OpenFile {
  readonly sealed: StoredFile;
  readonly keys: MessageKeys;
  readonly plainBytes: number;
}

async function* authenticBytes(file: OpenFile, span: Span): AsyncGenerator<Buffer> {
  if (span.end - span.start <= HELD_BYTES_MAX) {
    const held: Buffer[] = [];
    for await (const part of openedChunks(file, span)) held.push(part);
    yield* held;
    return;
  }
  for await (const part of openedChunks(file, span)) void part;
  // The second time each chunk is checked again: the file may have changed meanwhile.
  yield* openedChunks(file, span);
}

/** The plaintext of a span, chunk by chunk as each proves authentic. */
async function* openedChunks({ sealed, keys, plainBytes }: OpenFile, span: Span): AsyncGenerator<Buffer> {
  const { first, last } = chunksOf(span);
  const { start } = sealedSpan(first, plainBytes);
  const { end } = sealedSpan(last, plainBytes);
  let index = first;
  let waiting: Buffer = Buffer.alloc(0);
  for await (const part of sealed.stream({ start, end: end - 1 })) {
    waiting = waiting.length === 0 ? (part as Buffer) : Buffer.concat([waiting, part as Buffer]);
    for (; index <= last; index++) {
      const { start: from, end: to } = sealedSpan(index, plainBytes);
      if (waiting.length < to - from) break;
      const plain = openChunk(keys, index, waiting.subarray(0, to - from));
      waiting = waiting.subarray(to - from);
      const at = index * CHUNK_BYTES;
      yield plain.subarray(Math.max(0, span.start - at), Math.min(plain.length, span.end - at));
    }
  }
  if (index <= last) throw new DamagedFileError('it ends too early');
}

async function readSpan(file: StoredFile, { start, end }: Span): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of file.stream({ start, end: end - 1 })) parts.push(part as Buffer);
  const bytes = Buffer.concat(parts);
  if (bytes.length !== end - start) throw new DamagedFileError('it ends too early');
  return bytes;
}
