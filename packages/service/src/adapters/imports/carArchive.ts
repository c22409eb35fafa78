/**
 * CAR archives of pictures: the files of the UnixFS folders below the roots, or roots that are files (ipld.io/specs/transport/car/carv1,
 * specs.ipfs.tech/unixfs). Blocks are looked up by their place in the file, and each has the hash that its CID names before it is used.
 * @module
 */
import { decode } from '@ipld/dag-pb';
import { AppError } from '@assay/core/errors';
import { UnixFS } from 'ipfs-unixfs';
import { CID } from 'multiformats/cid';
import type { OpenSource, SourceEntry } from '../../app/ports/imports/importSources.ts';
import { isBlockOf } from '../content/car.ts';
import { DAG_PB, RAW } from '../content/unixfsDag.ts';
import type { SealedFile } from '../encryption/sealedFile.ts';
import { carIndex, type CarIndex } from './carIndex.ts';
import { assertCount, assertName, assertUnique, FILES_MAX, isMeant, refuse } from './importNames.ts';

/** One block; what IPFS itself carries has at most 2 MiB. */
const BLOCK_BYTES_MAX = 4 * 1024 * 1024;
/** Folders within folders, and nodes of one file. */
const DEPTH_MAX = 64;
/** Nodes of one walk: a few that lead to each other make more ways than can be walked. */
const NODES_MAX = 2 * FILES_MAX;

interface Archive extends CarIndex {
  readonly file: SealedFile;
}

/** What one walk has met so far. */
interface Walk {
  nodes: number;
  bytes: number;
}

interface Found extends SourceEntry {
  readonly cid: CID;
}

/**
 * @param pictureBytesMax a larger picture fails alone
 * @throws {AppError} VALIDATION_ERROR with what is wrong with it
 */
export async function openCarArchive(file: SealedFile, pictureBytesMax: number): Promise<OpenSource> {
  const archive: Archive = { file, ...(await carIndex(file)) };
  const found: Found[] = [];
  const walk: Walk = { nodes: 0, bytes: 0 };
  for (const root of archive.roots) await collect(archive, root, '', found, walk);
  assertCount('file', found.length);
  assertUnique(
    'file',
    found.map(({ name }) => name),
  );
  const byName = new Map(found.map((one) => [one.name, one.cid]));
  return {
    entries: found.map(({ name, sizeBytes }) => ({ name, sizeBytes })),
    read: (name) => readFile(archive, byName.get(name), pictureBytesMax),
    close: async () => {},
  };
}

async function blockOf({ file, blocks }: Archive, cid: CID): Promise<Uint8Array> {
  const block = blocks.get(cid.toString());
  if (!block) return refuse('file', `lacks the block ${cid.toString()}`);
  if (block.length > BLOCK_BYTES_MAX) {
    const remedy = 'Split a folder with so many files, and files into parts of at most 2 MiB.';
    return refuse('file', `holds a block of ${block.length} bytes; at most ${BLOCK_BYTES_MAX} are read. ${remedy}`);
  }
  const bytes = await file.read(block.offset, block.length);
  if (bytes.length < block.length || !isBlockOf(cid, bytes))
    return refuse('file', `was altered: the block ${cid.toString()} does not have the hash that it names`);
  return bytes;
}

/** @throws {AppError} VALIDATION_ERROR once a walk has met more than any archive of pictures makes it meet */
function step(archive: Archive, walk: Walk, cid: CID): void {
  walk.nodes += 1;
  walk.bytes += archive.blocks.get(cid.toString())?.length ?? 0;
  if (walk.nodes > NODES_MAX) refuse('file', `leads to more than ${NODES_MAX} folders and files`);
  // A few times: the same file may lie in several folders.
  if (walk.bytes > 4 * archive.file.sizeBytes) refuse('file', 'leads to the same blocks again and again');
}

/** Files below a node, by their path; a root that is a file is called by its CID. */
async function collect(archive: Archive, cid: CID, path: string, found: Found[], walk: Walk): Promise<void> {
  if (path.split('/').length > DEPTH_MAX) refuse('file', `has folders more than ${DEPTH_MAX} deep`);
  if (found.length > FILES_MAX) assertCount('file', found.length);
  const name = path === '' ? cid.toString() : path;
  if (cid.code === RAW)
    return void found.push({ name, cid, sizeBytes: archive.blocks.get(cid.toString())?.length ?? 0 });
  step(archive, walk, cid);
  if (cid.code !== DAG_PB) refuse('file', `holds ${name}, which is neither a file nor a folder of UnixFS`);
  const node = unixfsNode(await blockOf(archive, cid), name);
  if (node.kind === 'file') return void found.push({ name, cid, sizeBytes: node.sizeBytes });
  for (const { Name, Hash } of node.links) {
    const below = path === '' ? (Name ?? '') : `${path}/${Name ?? ''}`;
    assertName('file', below);
    if (isMeant(below)) await collect(archive, Hash, below, found, walk);
  }
}

type Node =
  | { readonly kind: 'file'; readonly sizeBytes: number; readonly data: Uint8Array; readonly children: readonly CID[] }
  | { readonly kind: 'folder'; readonly links: readonly { readonly Name?: string; readonly Hash: CID }[] };

function unixfsNode(block: Uint8Array, name: string): Node {
  let node: { readonly unixfs: UnixFS; readonly links: readonly { readonly Name?: string; readonly Hash: CID }[] };
  try {
    const { Data, Links } = decode(block);
    node = { unixfs: UnixFS.unmarshal(Data ?? new Uint8Array()), links: Links as never };
  } catch {
    return refuse('file', `holds ${name}, which is no node of UnixFS`);
  }
  const { unixfs, links } = node;
  if (unixfs.type === 'directory') return { kind: 'folder', links };
  if (unixfs.type !== 'file' && unixfs.type !== 'raw')
    return refuse('file', `holds ${name}, a ${unixfs.type}; folders in parts and links are not taken`);
  const data = unixfs.data ?? new Uint8Array();
  return { kind: 'file', sizeBytes: Number(unixfs.fileSize()), data, children: links.map(({ Hash }) => Hash) };
}

async function readFile(archive: Archive, cid: CID | undefined, bytesMax: number): Promise<Uint8Array> {
  if (!cid) throw new AppError('INVALID_FILE_TYPE', 'The archive does not hold this file.');
  const chunks: Uint8Array[] = [];
  try {
    let length = 0;
    for await (const chunk of chunksOf(archive, cid, { nodes: 0, bytes: 0 }, 0)) {
      length += chunk.length;
      if (length > bytesMax)
        throw new AppError('FILE_TOO_LARGE', `A file may have at most ${bytesMax} bytes.`, {
          extra: { limit: bytesMax },
        });
      chunks.push(chunk);
    }
  } catch (cause) {
    if (cause instanceof AppError && cause.code === 'FILE_TOO_LARGE') throw cause;
    const detail = 'The archive is damaged here: a part of this file is missing or was altered.';
    throw new AppError('INVALID_FILE_TYPE', detail, { cause });
  }
  return Buffer.concat(chunks);
}

async function* chunksOf(archive: Archive, cid: CID, walk: Walk, depth: number): AsyncGenerator<Uint8Array> {
  if (depth > DEPTH_MAX) refuse('file', 'has a file of too many levels');
  step(archive, walk, cid);
  const block = await blockOf(archive, cid);
  if (cid.code === RAW) {
    yield block;
    return;
  }
  const node = unixfsNode(block, cid.toString());
  if (node.kind === 'folder') return refuse('file', 'has a folder inside a file');
  if (node.data.length > 0) yield node.data;
  for (const child of node.children) yield* chunksOf(archive, child, walk, depth + 1);
}
