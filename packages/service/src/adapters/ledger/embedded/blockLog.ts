/**
 * The embedded ledger on disk: one line of JSON for each block, the first line for the beginning. A block's hash is
 * SHA-256 of its line, and each line names the hash of the one before, so that the file proves itself when it is read. A
 * line counts once `fdatasync` has returned; what a crash left of the line after it was never acknowledged and is cut off.
 * @module
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { getBase58Decoder } from '@solana/kit';
import { z } from 'zod';
import { flush } from '../../dataFolder/flush.ts';

const Lamports = z.record(z.string(), z.int().min(0));

export const Genesis = z.object({
  ledger: z.literal('assay embedded ledger, version 1'),
  created_at: z.string(),
  /** Makes every ledger another one. */
  nonce: z.string(),
  balances: Lamports,
});
export type Genesis = z.infer<typeof Genesis>;

export const Block = z.object({
  /** 1, 2, ...; height and slot are the same here. */
  height: z.int().min(1),
  /** Hash of the line before. */
  parent: z.string(),
  /** Milliseconds since 1970. */
  time: z.int().min(0),
  /** Wire bytes in base64. */
  transactions: z.array(z.string()),
  /** What each account that could change holds after this block, lamports. */
  balances: Lamports,
});
export type Block = z.infer<typeof Block>;

/** Where a line lies. */
export interface Place {
  readonly offset: number;
  readonly length: number;
}

export interface BlockLog {
  readonly genesisHash: string;
  /** Hash of the last line. */
  head(): string;
  /** Resolves once the block is on the disk. @throws {Error} then nothing more can be appended until the next start */
  append(block: Block): Promise<Place>;
  read(place: Place): Promise<Block>;
  close(): Promise<void>;
}

export interface OpenLog {
  /** Called for what is there, in order. */
  readonly onGenesis: (genesis: Genesis) => void;
  readonly onBlock: (block: Block, hash: string, place: Place) => void;
}

/** 32 bytes, base58, as chains of this kind write hashes. */
export const hashOf = (line: Uint8Array | string): string =>
  getBase58Decoder().decode(createHash('sha256').update(line).digest());

/**
 * @param file null: in memory, gone at the end
 * @throws {Error} with a sentence for the operator when the file is damaged anywhere but in its last line
 */
export async function openBlockLog(file: string | null, first: () => Genesis, told: OpenLog): Promise<BlockLog> {
  if (file === null) return memoryLog(first(), told);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const handle = await open(file, 'a+', 0o600);
  try {
    return await fileLog(handle, file, first, told);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function fileLog(handle: FileHandle, file: string, first: () => Genesis, told: OpenLog): Promise<BlockLog> {
  const scanned = await scan(file, told);
  let { size, head, genesisHash } = scanned;
  if (size < (await handle.stat()).size) {
    await handle.truncate(size);
    await handle.datasync();
  }
  let broken: Error | null = null;
  const write = async (value: Genesis | Block): Promise<{ place: Place; hash: string }> => {
    if (broken) throw broken;
    const line = Buffer.from(JSON.stringify(value));
    try {
      await handle.appendFile(Buffer.concat([line, NEW_LINE]));
      await handle.datasync();
    } catch (cause) {
      broken = new Error(`${file} could not be written; the ledger stands still until the next start.`, { cause });
      throw broken;
    }
    const place = { offset: size, length: line.length };
    size += line.length + 1;
    return { place, hash: hashOf(line) };
  };
  if (genesisHash === null) {
    const genesis = first();
    genesisHash = head = (await write(genesis)).hash;
    await flush(path.dirname(file));
    told.onGenesis(genesis);
  }
  return {
    genesisHash,
    head: () => head,
    async append(block) {
      const { place, hash } = await write(block);
      head = hash;
      return place;
    },
    async read({ offset, length }) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, offset);
      if (bytesRead !== length) throw new Error(`${file} is shorter than it was.`);
      return Block.parse(JSON.parse(buffer.toString()));
    },
    close: () => handle.close(),
  };
}

const NEW_LINE = Buffer.from('\n');

interface Scanned {
  /** Bytes of whole lines. */
  size: number;
  head: string;
  genesisHash: string | null;
}

async function scan(file: string, told: OpenLog): Promise<Scanned> {
  const scanned: Scanned = { size: 0, head: '', genesisHash: null };
  let rest = Buffer.alloc(0);
  /** A line that makes no sense is forgiven only if nothing follows it. */
  let unreadable = false;
  const take = (line: Buffer): void => {
    if (unreadable) throw damaged(file, scanned.size);
    if (!takeLine(line, file, scanned, told)) unreadable = true;
  };
  for await (const chunk of createReadStream(file)) {
    let bytes = rest.length === 0 ? (chunk as Buffer) : Buffer.concat([rest, chunk as Buffer]);
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10)) {
      take(bytes.subarray(0, end));
      bytes = bytes.subarray(end + 1);
    }
    rest = Buffer.from(bytes);
  }
  if (unreadable && rest.length > 0) take(rest);
  return scanned;
}

const damaged = (file: string, at: number): Error =>
  new Error(`${file} is damaged at byte ${at}; restore it from a backup.`);

/** False if the line is no block at all. @throws {Error} if it is one, but does not follow the one before */
function takeLine(line: Buffer, file: string, scanned: Scanned, told: OpenLog): boolean {
  let value: unknown;
  try {
    value = JSON.parse(line.toString());
  } catch {
    return false;
  }
  const place = { offset: scanned.size, length: line.length };
  const hash = hashOf(line);
  if (scanned.genesisHash === null) {
    const genesis = Genesis.safeParse(value);
    if (!genesis.success) return false;
    scanned.genesisHash = hash;
    told.onGenesis(genesis.data);
  } else {
    const block = Block.safeParse(value);
    if (!block.success) return false;
    // A crash leaves half a line, never a whole one of another chain: the block before was changed.
    if (block.data.parent !== scanned.head) throw damaged(file, scanned.size);
    told.onBlock(block.data, hash, place);
  }
  scanned.head = hash;
  scanned.size += line.length + 1;
  return true;
}

function memoryLog(genesis: Genesis, told: OpenLog): BlockLog {
  const genesisHash = hashOf(JSON.stringify(genesis));
  let head = genesisHash;
  const blocks: Block[] = [];
  told.onGenesis(genesis);
  return {
    genesisHash,
    head: () => head,
    async append(block) {
      head = hashOf(JSON.stringify(block));
      return { offset: blocks.push(block) - 1, length: 0 };
    },
    async read({ offset }) {
      const block = blocks[offset];
      if (!block) throw new RangeError(`no block at ${offset}`);
      return block;
    },
    async close() {},
  };
}
