/** Archives for tests. @module */
import { encode, prepare } from '@ipld/dag-pb';
import { UnixFS } from 'ipfs-unixfs';
import { CID } from 'multiformats/cid';
import { carBlock, carHeader, cidOf } from '../../../src/adapters/content/car.ts';
import { DAG_PB, unixfsDag } from '../../../src/adapters/content/unixfsDag.ts';

/** One folder with these files, as `ipfs dag export` writes it. */
export async function carOf(files: Readonly<Record<string, Uint8Array>>): Promise<Buffer> {
  const blocks: Buffer[] = [];
  const links: { Name: string; Hash: CID; Tsize: number }[] = [];
  for (const [name, bytes] of Object.entries(files)) {
    const dag = await unixfsDag(bytes);
    links.push({ Name: name, Hash: CID.parse(dag.rootCid), Tsize: bytes.length });
    for (const { cid, node, start, length } of dag.blocks)
      blocks.push(carBlock(CID.parse(cid), node ?? bytes.subarray(start, start + length)));
  }
  const folder = encode(prepare({ Data: new UnixFS({ type: 'directory' }).marshal(), Links: links }));
  const root = cidOf(DAG_PB, folder);
  return Buffer.concat([carHeader([root]), carBlock(root, folder), ...blocks]);
}

/** What the first central directory entry says at `offset` of its 46 bytes (APPNOTE 4.3.12), changed. */
export function withCentral(zip: Uint8Array, offset: number, value: number, bytes: 2 | 4): Buffer {
  const changed = Buffer.from(zip);
  const at = changed.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02])) + offset;
  if (bytes === 2) changed.writeUInt16LE(value, at);
  else changed.writeUInt32LE(value, at);
  return changed;
}
