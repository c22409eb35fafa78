/** Archives that somebody made to harm whoever imports them, or that did not come whole. @module */
import { encode, prepare } from '@ipld/dag-pb';
import { strToU8, zipSync } from 'fflate';
import { UnixFS } from 'ipfs-unixfs';
import type { CID } from 'multiformats/cid';
import { carBlock, carHeader, cidOf } from '../../../src/adapters/content/car.ts';
import { DAG_PB, RAW } from '../../../src/adapters/content/unixfsDag.ts';
import { carOf, emptyFolders } from './archives.ts';

const ONE = strToU8('one');
const MANY = 100_000;
/** Of an end record without a comment (APPNOTE 4.3.16), of one in 64 bits (4.3.14), and of what leads to that (4.3.15). */
const END_BYTES = 22;
const END_64_BYTES = 56;
const LOCATOR_BYTES = 20;

/** The same archive, which counts its entries in 64 bits. */
export function zip64Of(zip: Uint8Array, entries: number): Buffer {
  const bytes = Buffer.from(zip);
  const at = bytes.length - END_BYTES;
  const end64 = Buffer.alloc(END_64_BYTES);
  end64.writeUInt32LE(0x06064b50, 0);
  end64.writeBigUInt64LE(BigInt(END_64_BYTES - 12), 4);
  for (const place of [24, 32]) end64.writeBigUInt64LE(BigInt(entries), place);
  end64.writeBigUInt64LE(BigInt(bytes.readUInt32LE(at + 12)), 40);
  end64.writeBigUInt64LE(BigInt(bytes.readUInt32LE(at + 16)), 48);
  const locator = Buffer.alloc(LOCATOR_BYTES);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(at), 8);
  locator.writeUInt32LE(1, 16);
  const end = Buffer.from(bytes.subarray(at));
  for (const place of [8, 10]) end.writeUInt16LE(0xffff, place);
  return Buffer.concat([bytes.subarray(0, at), end64, locator, end]);
}

const manyInZip = (): Uint8Array =>
  zipSync(Object.fromEntries(Array.from({ length: MANY }, (_, index) => [`${index}.jpg`, ONE])), { level: 0 });

interface Node {
  readonly cid: CID;
  readonly bytes: Uint8Array;
}

function folderOf(links: readonly { readonly Name: string; readonly Hash: CID }[]): Node {
  const Links = links.map((link) => ({ ...link, Tsize: 1 }));
  const bytes = encode(prepare({ Data: new UnixFS({ type: 'directory' }).marshal(), Links }));
  return { cid: cidOf(DAG_PB, bytes), bytes };
}

/** One picture under 100,000 names, in so many folders of one. */
function manyInCar(folders: number): Buffer {
  const picture = { cid: cidOf(RAW, ONE), bytes: ONE };
  const each = MANY / folders;
  const inner = Array.from({ length: folders }, (_, folder) =>
    folderOf(
      Array.from({ length: each }, (_file, index) => ({ Name: `${folder * each + index}.jpg`, Hash: picture.cid })),
    ),
  );
  const root = folderOf(inner.map(({ cid }, index) => ({ Name: `${index}`, Hash: cid })));
  return Buffer.concat([
    carHeader([root.cid]),
    ...[root, ...inner, picture].map(({ cid, bytes }) => carBlock(cid, bytes)),
  ]);
}

async function carWithAlteredFolder(): Promise<Buffer> {
  const car = await carOf({ 'a.jpg': ONE });
  car[car.indexOf('a.jpg')] = 0x62;
  return car;
}

/** Each with what the sentence says that refuses it. */
export const HOSTILE_ARCHIVES: readonly (readonly [
  what: string,
  make: () => Uint8Array | Promise<Uint8Array>,
  says: RegExp,
])[] = [
  [
    'ZIP: 100,000 entries',
    () => zip64Of(manyInZip(), MANY),
    /holds 100000 entries; one import takes at most 50000\. Split/,
  ],
  [
    'ZIP: 100,000 entries that are counted in 16 bits, as 34,464',
    manyInZip,
    /holds more entries than the 34464 that it counts; one import takes at most 50000\. Split/,
  ],
  ['ZIP: a name that leads out', () => zipSync({ '../a.jpg': ONE }), /leads out of the archive|\.\./],
  ['ZIP: a bomb', () => zipSync({ 'a.jpg': new Uint8Array(80_000_000) }, { level: 9 }), /unpacks to 80000000 bytes/],
  ['ZIP: cut off', () => zipSync({ 'a.jpg': ONE }).subarray(0, -30), /not a whole ZIP archive/],
  [
    'CAR: 100,000 entries in two folders',
    () => manyInCar(2),
    /holds 50001 entries; one import takes at most 50000\. Split/,
  ],
  ['CAR: 100,000 entries in one folder', () => manyInCar(1), /holds a block of \d+ bytes; .* Split a folder/],
  ['CAR: a name that leads out', () => carOf({ '../a.jpg': ONE }), /leads out of the archive/],
  ['CAR: a bomb', () => emptyFolders(60), /the same blocks again and again/],
  ['CAR: cut off', async () => (await carOf({ 'a.jpg': ONE })).subarray(0, -2), /not a whole CAR|lacks|was altered/],
  ['CAR: a folder whose hash is wrong', carWithAlteredFolder, /was altered: the block/],
];
