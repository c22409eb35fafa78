import { randomBytes } from 'node:crypto';
import { CarBufferReader } from '@ipld/car/buffer-reader';
import * as CarBufferWriter from '@ipld/car/buffer-writer';
import { importBytes } from 'ipfs-unixfs-importer';
import { describe, expect, test } from 'vitest';
import { carBlock, carCid, carHeader, cidOf, isBlockOf, readCar } from '../../../src/adapters/content/car.ts';
import { contentIds } from '../../../src/adapters/content/contentIds.ts';
import { childrenOf, RAW, unixfsDag } from '../../../src/adapters/content/unixfsDag.ts';

const MIB = 1024 * 1024;

/** As test data of Kubo's own is made: byte i is (i * 31 + i >> 10) mod 251. */
const pattern = (length: number) => Uint8Array.from({ length }, (_, i) => (i * 31 + (i >> 10)) % 251);

describe('UnixFS', () => {
  test.each([0, 1, 1000, MIB - 1, MIB, MIB + 1, 3 * MIB + 17])(
    'the blocks of a file of %i bytes cover it without gap or overlap, and each has its hash',
    async (size) => {
      const bytes = pattern(size);
      const dag = await unixfsDag(bytes);
      expect(dag.rootCid).toBe((await contentIds(bytes)).unixfsCid);
      expect(dag.blocks[0]).toMatchObject({ cid: dag.rootCid, start: 0, length: size });
      const leaves = dag.blocks.filter(({ node }) => node === null);
      let at = 0;
      for (const { cid, start, length } of leaves) {
        expect(start).toBe(at);
        expect(cidOf(RAW, bytes.subarray(start, start + length)).toString()).toBe(cid);
        at += length;
      }
      expect(at).toBe(size);
      expect(leaves).toHaveLength(Math.max(1, Math.ceil(size / MIB)));
      for (const { cid, node } of dag.blocks) if (node) expect(cidOf(0x70, node).toString()).toBe(cid);
    },
  );

  test('more than 1024 leaves make a tree of three levels, told in depth-first order', async () => {
    // The importer itself, with small chunks, stands in for a file of more than 1 GiB.
    const blocks = new Map<string, Uint8Array>();
    const store = {
      put: async (cid: { toString(): string }, block: Uint8Array) => (blocks.set(cid.toString(), block), cid),
    };
    const { cid } = await importBytes(pattern(5000), store as never, {
      profile: 'unixfs-v1-2025',
      chunker: chunksOf(2),
    });
    const root = childrenOf(blocks.get(cid.toString()) as Uint8Array);
    expect(root.map(({ bytes }) => bytes)).toEqual([2048, 2048, 904]);
    expect(childrenOf(blocks.get(root[0]?.cid.toString() ?? '') as Uint8Array)).toHaveLength(1024);
  });

  const chunksOf = (size: number) =>
    async function* (source: AsyncIterable<Uint8Array>) {
      for await (const bytes of source)
        for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    };
});

describe('CAR', () => {
  const blocks = [randomBytes(10), randomBytes(0), randomBytes(300), randomBytes(70_000)].map((bytes) => ({
    cid: cidOf(RAW, bytes),
    bytes: new Uint8Array(bytes),
  }));
  const root = blocks[0]?.cid ?? cidOf(RAW, new Uint8Array());
  const file = Buffer.concat([carHeader([root]), ...blocks.map(({ cid, bytes }) => carBlock(cid, bytes))]);

  test('is byte for byte what @ipld/car writes, and is read by it', () => {
    const buffer = new ArrayBuffer(file.length + 100);
    const writer = CarBufferWriter.createWriter(buffer, { roots: [root] });
    for (const block of blocks) writer.write(block);
    expect(Buffer.from(writer.close({ resize: true })).equals(file)).toBe(true);
    expect([...CarBufferReader.fromBytes(file).blocks()]).toHaveLength(4);
    const read = [...readCar(file).blocks.values()];
    expect(read).toHaveLength(blocks.length);
    for (const [i, { bytes }] of blocks.entries()) expect(Buffer.compare(read[i] as Uint8Array, bytes)).toBe(0);
  });

  test('its own CID has the codec 0x0202', () => {
    // 0x01 0x82 0x04 0x12 0x20 in base32: version 1, codec 0x0202 as a varint, SHA-256.
    expect(carCid(file)).toMatch(/^bagbaiera/);
    expect(carCid(Buffer.concat([file, Buffer.alloc(1)]))).not.toBe(carCid(file));
  });

  test('a changed or cut file is refused', () => {
    for (const at of [file.length - 1, file.length - 60_000]) {
      const changed = Buffer.from(file);
      changed[at] = (changed[at] as number) ^ 1;
      expect(() => readCar(changed)).toThrow(/was altered/);
    }
    for (const length of [0, 5, file.length - 1]) expect(() => readCar(file.subarray(0, length))).toThrow();
  });

  test('a block is checked against SHA-256 alone', () => {
    const bytes = randomBytes(8);
    expect(isBlockOf(cidOf(RAW, bytes), bytes)).toBe(true);
    expect(isBlockOf(cidOf(RAW, bytes), randomBytes(8))).toBe(false);
  });
});
