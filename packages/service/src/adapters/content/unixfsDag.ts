/** A file as the UnixFS blocks that IPFS knows it by; profile unixfs-v1-2025 (docs/spec/content-addressing.md). @module */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { decode, type PBNode } from '@ipld/dag-pb';
import { UnixFS } from 'ipfs-unixfs';
import { importBytes } from 'ipfs-unixfs-importer';
import { CID } from 'multiformats/cid';
import type { DagBlock, UnixfsDag } from '../../app/ports/content/content.ts';

/** Multicodec codes. */
export const RAW = 0x55;
export const DAG_PB = 0x70;

/** Blocks below a node, each with the number of file bytes below it. @throws {Error} for a node that is no file */
export function childrenOf(node: Uint8Array): readonly { readonly cid: CID; readonly bytes: number }[] {
  const { Data, Links }: PBNode = decode(node);
  const file = UnixFS.unmarshal(Data ?? new Uint8Array());
  if (file.type !== 'file' || file.blockSizes.length !== Links.length) throw new Error('not a node of a UnixFS file');
  return Links.map(({ Hash }, index) => ({ cid: Hash, bytes: Number(file.blockSizes[index]) }));
}

/** All blocks of the file that these bytes are, in depth-first order. A leaf is told by its place in the bytes alone. */
export async function unixfsDag(bytes: Uint8Array): Promise<UnixfsDag> {
  const nodes = new Map<string, Uint8Array>();
  const store = {
    put: async (cid: CID, block: Uint8Array): Promise<CID> => {
      if (cid.code === DAG_PB) nodes.set(cid.toString(), block);
      // The importer awaits promises that are kept already, so that without this nobody else would have a turn.
      await nextTurn();
      return cid;
    },
  };
  const { cid } = await importBytes(bytes, store as Parameters<typeof importBytes>[1], { profile: 'unixfs-v1-2025' });
  const blocks: DagBlock[] = [];
  const visit = (at: CID, start: number, length: number): void => {
    const name = at.toString();
    const node = nodes.get(name) ?? null;
    blocks.push({ cid: name, start, length, node });
    if (!node) return;
    let childStart = start;
    for (const child of childrenOf(node)) {
      visit(child.cid, childStart, child.bytes);
      childStart += child.bytes;
    }
  };
  visit(CID.parse(cid.toString()), 0, bytes.length);
  return { rootCid: cid.toString(), sizeBytes: bytes.length, blocks };
}
