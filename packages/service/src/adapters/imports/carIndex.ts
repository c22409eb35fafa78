/** Where the blocks of a CAR archive lie in its file; what it claims of lengths is judged before anything is read. @module */
import { createDecoder } from '@ipld/car/decoder';
import { AppError } from '@assay/core/errors';
import { CID } from 'multiformats/cid';
import type { SealedFile } from '../encryption/sealedFile.ts';
import { refuse } from './importNames.ts';

/** About 100 MB of places; files in the usual parts of 256 KiB or more come to 100 GiB. */
const BLOCKS_MAX = 400_000;
/** The header, or one CID: 200 roots have 8 KiB. */
const READ_BYTES_MAX = 64 * 1024;

export interface Block {
  readonly offset: number;
  readonly length: number;
}

export interface CarIndex {
  readonly roots: readonly CID[];
  /** By the text of their CID. */
  readonly blocks: ReadonlyMap<string, Block>;
}

/** @throws {AppError} VALIDATION_ERROR with what is wrong with it */
export async function carIndex(file: SealedFile): Promise<CarIndex> {
  const blocks = new Map<string, Block>();
  try {
    const decoder = createDecoder(readerOf(file));
    const { roots } = await decoder.header();
    for await (const { cid, blockOffset, blockLength } of decoder.blocksIndex()) {
      if (blockLength < 0) throw new Error('a block is shorter than its CID');
      if (blockOffset + blockLength > file.sizeBytes) throw new Error('it ends inside a block');
      blocks.set(cid.toString(), { offset: blockOffset, length: blockLength });
      if (blocks.size > BLOCKS_MAX) refuse('file', `holds more than ${BLOCKS_MAX} blocks`);
    }
    return { roots: roots.map((root) => CID.decode(root.bytes)), blocks };
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const message = `is not a whole CAR archive of version 1 (${(cause as Error).message.slice(0, 200)})`;
    throw new AppError('VALIDATION_ERROR', `file: ${message}`, {
      cause,
      errors: [{ field: 'file', location: 'body', code: 'custom', message }],
    });
  }
}

/** Reads through a window of the file; blocks are jumped over, not read. */
function readerOf(file: Pick<SealedFile, 'read'>): Parameters<typeof createDecoder>[0] {
  let pos = 0;
  let window: Buffer = Buffer.alloc(0);
  let windowAt = 0;
  const upTo = async (length: number): Promise<Uint8Array> => {
    const isInside = pos >= windowAt && pos + length <= windowAt + window.length;
    if (!isInside) {
      window = await file.read(pos, READ_BYTES_MAX);
      windowAt = pos;
    }
    return window.subarray(pos - windowAt, pos - windowAt + length);
  };
  return {
    upTo,
    async exactly(length, seek = false) {
      if (length > READ_BYTES_MAX) throw new Error(`it claims ${length} bytes at once for a header or a name`);
      const bytes = await upTo(length);
      if (bytes.length < length) throw new Error('Unexpected end of data');
      if (seek) pos += length;
      return bytes;
    },
    seek(length) {
      pos += length;
    },
    get pos() {
      return pos;
    },
  };
}
