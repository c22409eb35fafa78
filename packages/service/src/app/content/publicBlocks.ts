/** Blocks of files that their owners made public, and CAR files of them. @module */
import type { DagBlock, FoundBlock, PublishedForm } from '../ports/content/content.ts';
import type { Ports } from '../ports/ports.ts';
import { keepPreview, type PreviewDeps } from '../assets/previewFile.ts';
import { DamagedFileError, type StoredFile } from '../ports/assets/storage.ts';

type Deps = PreviewDeps & Pick<Ports, 'publishedContent' | 'blocks' | 'storedFiles'>;

/** First and last byte of a file, both included. */
export interface ByteSpan {
  readonly first: number;
  readonly last: number;
}

export interface CarRequest {
  /** `block`: the root alone. */
  readonly scope: 'block' | 'all';
  /** Only what these bytes need; null: all. */
  readonly bytes: ByteSpan | null;
  /** Sends a block again each time that the tree names it. */
  readonly duplicates: boolean;
}

export const openForm = (deps: Pick<Deps, 'files' | 'storedFiles'>, form: PublishedForm) =>
  form === 'plain' ? deps.files : deps.storedFiles;

async function openFile(deps: Deps, { file }: FoundBlock): Promise<StoredFile> {
  if (file.variant === 'preview') {
    // Made again it has the same name, as long as the same encoder writes it in the clear.
    const asset = await deps.assets.findAny(file.assetId);
    if (asset) await keepPreview(deps, asset);
  }
  const opened = await openForm(deps, file.form).open(file.assetId, file.variant);
  if (!opened) throw new DamagedFileError('it is missing');
  return opened;
}

/** @throws {DamagedFileError} when the file does not hold the bytes that the block's name promises */
async function bytesOf(deps: Deps, file: StoredFile, { cid, node, start, length }: DagBlock): Promise<Uint8Array> {
  if (node) return node;
  const parts: Uint8Array[] = [];
  if (length > 0)
    for await (const part of file.stream({ start, end: start + length - 1 })) parts.push(part as Uint8Array);
  const bytes = parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts);
  if (!deps.blocks.isBlockOf(cid, bytes)) throw new DamagedFileError(`it does not hold the block ${cid}`);
  return bytes;
}

export async function publicBlock(deps: Deps, found: FoundBlock): Promise<Uint8Array> {
  return bytesOf(deps, await openFile(deps, found), found.block);
}

/** Which blocks a request wants, in depth-first order. */
export async function wantedBlocks(deps: Deps, found: FoundBlock, request: CarRequest): Promise<readonly DagBlock[]> {
  if (request.scope === 'block') return [found.block];
  const all = await deps.publishedContent.below(found);
  const { bytes } = request;
  const touched = all.filter(({ start, length }, index) => {
    if (index === 0 || bytes === null) return true;
    const from = start - found.block.start;
    return from <= bytes.last && from + length > bytes.first;
  });
  if (request.duplicates) return touched;
  const sent = new Set<string>();
  return touched.filter(({ cid }) => !sent.has(cid) && sent.add(cid));
}

/** The CAR file, piece by piece; it breaks off where a block is not what its name says. */
export async function* carOf(deps: Deps, found: FoundBlock, wanted: readonly DagBlock[]): AsyncGenerator<Uint8Array> {
  const file = wanted.some(({ node }) => node === null) ? await openFile(deps, found) : null;
  yield deps.blocks.carHeader(found.block.cid);
  for (const block of wanted)
    yield deps.blocks.carBlock(block.cid, block.node ?? (await bytesOf(deps, file as StoredFile, block)));
}

/** Its size without making it. */
export function carSize(deps: Pick<Deps, 'blocks'>, found: FoundBlock, wanted: readonly DagBlock[]): number {
  const framing = (block: DagBlock): number => {
    const size = block.node?.length ?? block.length;
    const cidBytes = deps.blocks.carBlock(block.cid, new Uint8Array()).length - 1;
    return cidBytes + size + varintBytes(cidBytes + size);
  };
  return wanted.reduce((sum, block) => sum + framing(block), deps.blocks.carHeader(found.block.cid).length);
}

/** Bytes of an unsigned LEB128 number. */
const varintBytes = (value: number): number => (value < 128 ? 1 : 1 + varintBytes(Math.floor(value / 128)));
