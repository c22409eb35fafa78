import { utf8ToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { edgeTiles, growTiles } from '../../src/transparency/growTiles.ts';
import { HASH_BYTES, leafHash } from '../../src/transparency/merkleTree.ts';
import { readTilePath, tilePath } from '../../src/transparency/tilePath.ts';
import { treeHash } from './referenceTree.ts';
import { TileStore } from './tileStore.ts';

const entriesFrom = (start: number, count: number): Uint8Array[] =>
  Array.from({ length: count }, (_, index) => utf8ToBytes(`entry ${start + index}`));

describe('growing', () => {
  test('70,000 entries make the tiles that C2SP tlog-tiles counts', () => {
    const log = new TileStore();
    log.append(entriesFrom(0, 70_000));
    const widths = (level: number): number[] =>
      [...log.tiles.values()].filter((tile) => tile.level === level).map(({ hashes }) => hashes.length / HASH_BYTES);
    expect(widths(0)).toEqual([...Array.from({ length: 273 }, () => 256), 112]);
    expect(widths(1)).toEqual([256, 17]);
    expect(widths(2)).toEqual([1]);
    expect(widths(3)).toEqual([]);
  });

  test('in whatever portions entries come, the tree is the same', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 6 }), (portions) => {
        const log = new TileStore();
        for (const count of portions) log.append(entriesFrom(log.size, count));
        const whole = new TileStore();
        whole.append(entriesFrom(0, log.size));
        expect(log.tiles).toEqual(whole.tiles);
        expect(log.rootAt(log.size)).toEqual(treeHash(entriesFrom(0, log.size)));
      }),
      { numRuns: 30 },
    );
  });

  test('a root of an earlier size can be taken from the tiles of a later one', () => {
    const log = new TileStore();
    log.append(entriesFrom(0, 1000));
    for (const size of [1, 2, 255, 256, 257, 511, 512, 999, 1000])
      expect(log.rootAt(size)).toEqual(treeHash(entriesFrom(0, size)));
    expect(() => log.rootAt(1001)).toThrow(RangeError);
  });

  test('tiles of another size are refused, so that a lost write cannot fork the log', () => {
    const added = [leafHash(utf8ToBytes('x'))];
    expect(() => growTiles(3, [], added)).toThrow(RangeError);
    const hashes = new Uint8Array(2 * HASH_BYTES);
    expect(() => growTiles(3, [{ level: 0, index: 0, hashes }], added)).toThrow(RangeError);
    expect(growTiles(2, [{ level: 0, index: 0, hashes }], added)).toHaveLength(1);
  });

  test('the edge has one tile for each level that has begun', () => {
    expect(edgeTiles(0)).toEqual([{ level: 0, index: 0 }]);
    expect(edgeTiles(256)).toEqual([
      { level: 0, index: 1 },
      { level: 1, index: 0 },
    ]);
  });
});

describe('addresses', () => {
  test('the example of C2SP tlog-tiles', () => {
    const address = { level: 0, index: 1_234_067, width: 256 };
    expect(tilePath(address)).toBe('tile/0/x001/x234/067');
    expect(tilePath({ level: null, index: 0, width: 7 })).toBe('tile/entries/000.p/7');
  });

  test('reading gives back what was written', () => {
    const address = fc.record({
      level: fc.option(fc.nat(63)),
      index: fc.nat(10 ** 15 - 1),
      width: fc.integer({ min: 1, max: 256 }),
    });
    fc.assert(fc.property(address, (given) => void expect(readTilePath(tilePath(given))).toEqual(given)));
  });

  test.each([
    'tile/0/0',
    'tile/00/000',
    'tile/64/000',
    'tile/0/x000/000',
    'tile/0/000.p/0',
    'tile/0/000.p/256',
    'tile/0/000.p/007',
    'tile/0/000/',
    'tile/x/000',
    'tile/0/1/000',
    'tile/0/x001/x2/003',
    'checkpoint',
    '',
  ])('%s is no address', (path) => expect(readTilePath(path)).toBeNull());
});
