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

const LINK = { Tsize: 1 };
const nodeOf = (type: 'directory' | 'file', links: readonly { readonly Name: string; readonly Hash: CID }[]) => {
  const bytes = encode(
    prepare({ Data: new UnixFS({ type }).marshal(), Links: links.map((link) => ({ ...LINK, ...link })) }),
  );
  return { cid: cidOf(DAG_PB, bytes), bytes };
};

/** Each node leads twice to the one below it: 2^depth ways, in few bytes. */
function doubled(
  type: 'directory' | 'file',
  depth: number,
): readonly { readonly cid: CID; readonly bytes: Uint8Array }[] {
  const nodes = [nodeOf(type, [])];
  for (let level = 0; level < depth; level++) {
    const { cid } = nodes[0] as { readonly cid: CID };
    nodes.unshift(
      nodeOf(
        type,
        ['a', 'b'].map((Name) => ({ Name, Hash: cid })),
      ),
    );
  }
  return nodes;
}

const carOfNodes = (nodes: ReturnType<typeof doubled>): Buffer =>
  Buffer.concat([
    carHeader([(nodes[0] as { readonly cid: CID }).cid]),
    ...nodes.map(({ cid, bytes }) => carBlock(cid, bytes)),
  ]);

/** Folders without a file in them. */
export const emptyFolders = (depth: number): Buffer => carOfNodes(doubled('directory', depth));

/** Nodes of a file that holds not one byte. */
export const hollowFile = (depth: number): ReturnType<typeof doubled> => doubled('file', depth);

/** One folder with files, and with others that are given as their nodes. */
export async function carOfFolders(
  files: Readonly<Record<string, Uint8Array>>,
  others: Readonly<Record<string, ReturnType<typeof doubled>>>,
): Promise<Buffer> {
  const whole = await Promise.all(
    Object.entries(files).map(async ([Name, bytes]) => {
      const { rootCid, blocks } = await unixfsDag(bytes);
      const block = blocks[0] as (typeof blocks)[number];
      return { Name, nodes: [{ cid: CID.parse(rootCid), bytes: block.node ?? bytes }] };
    }),
  );
  const all = [...whole, ...Object.entries(others).map(([Name, nodes]) => ({ Name, nodes }))];
  const links = all.map(({ Name, nodes }) => ({ Name, Hash: (nodes[0] as { readonly cid: CID }).cid }));
  return carOfNodes([nodeOf('directory', links), ...all.flatMap(({ nodes }) => nodes)]);
}

/** The central directory's entry repeated `times`, each with a comment of so many bytes (APPNOTE 4.3.12, 4.3.16). */
export function withFirstComment(zip: Uint8Array, length: number, times: number): Buffer {
  const bytes = Buffer.from(zip);
  const start = bytes.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
  const nameLength = bytes.readUInt16LE(start + 28);
  const entry = Buffer.concat([bytes.subarray(start, start + 46 + nameLength), Buffer.alloc(length, 'c')]);
  entry.writeUInt16LE(0, 30);
  entry.writeUInt16LE(length, 32);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(times, 8);
  end.writeUInt16LE(times, 10);
  end.writeUInt32LE(entry.length * times, 12);
  end.writeUInt32LE(start, 16);
  return Buffer.concat([bytes.subarray(0, start), ...Array.from({ length: times }, () => entry), end]);
}

/** What the first central directory entry says at `offset` of its 46 bytes (APPNOTE 4.3.12), changed. */
export function withCentral(zip: Uint8Array, offset: number, value: number, bytes: 2 | 4): Buffer {
  const changed = Buffer.from(zip);
  const at = changed.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02])) + offset;
  if (bytes === 2) changed.writeUInt16LE(value, at);
  else changed.writeUInt32LE(value, at);
  return changed;
}
