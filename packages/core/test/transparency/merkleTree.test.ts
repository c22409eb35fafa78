import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isConsistent, isIncluded, rootOfInclusion } from '../../src/transparency/checkProof.ts';
import { EMPTY_ROOT, leafHash, nodeHash, rangeHash, subtreesOf } from '../../src/transparency/merkleTree.ts';
import { consistencyRanges, inclusionRanges } from '../../src/transparency/proofRanges.ts';
import { consistencyProof, inclusionPath, treeHash } from './referenceTree.ts';
import { TileStore } from './tileStore.ts';

/** Inputs, roots and proofs of the test suite of google/certificate-transparency (cpp/merkletree/merkle_tree_test.cc). */
const ENTRIES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map(hexToBytes);
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const LEAF_0 = ROOTS[0] as string;
const LEAF_1 = '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7';
const NODE_23 = '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e';
const NODE_4567 = '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4';
const LEAF_4 = 'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b';
const NODE_67 = 'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0';
const NODE_45 = '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a';

const logOf = (entries: readonly Uint8Array[]): TileStore => {
  const log = new TileStore();
  log.append(entries);
  return log;
};
const hex = (hashes: readonly Uint8Array[]): string[] => hashes.map(bytesToHex);
const someEntries = (count: number): Uint8Array[] =>
  Array.from({ length: count }, (_, index) => utf8ToBytes(`entry ${index}`));

describe('published vectors', () => {
  test('the empty log and logs of 1 to 8 entries have the published roots', () => {
    expect(bytesToHex(EMPTY_ROOT)).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    const log = logOf(ENTRIES);
    expect(ROOTS.map((_, index) => bytesToHex(log.rootAt(index + 1)))).toEqual(ROOTS);
  });

  test.each([
    [0, 1, []],
    [0, 8, [LEAF_1, NODE_23, NODE_4567]],
    [5, 8, [LEAF_4, NODE_67, ROOTS[3]]],
    [2, 3, [ROOTS[1]]],
    [1, 5, [LEAF_0, NODE_23, LEAF_4]],
  ])('entry %i of %i has the published proof of inclusion', (index, size, proof) => {
    expect(hex(logOf(ENTRIES).proof(inclusionRanges(index, size)))).toEqual(proof);
  });

  test.each([
    [1, 1, []],
    [1, 8, [LEAF_1, NODE_23, NODE_4567]],
    [6, 8, [NODE_45, NODE_67, ROOTS[3]]],
    [2, 5, [NODE_23, LEAF_4]],
  ])('from %i to %i entries there is the published proof of consistency', (older, newer, proof) => {
    expect(hex(logOf(ENTRIES).proof(consistencyRanges(older, newer)))).toEqual(proof);
  });
});

describe('against the recursive definitions', () => {
  test('every proof of every log up to 70 entries is the defined one and holds', () => {
    const entries = someEntries(70);
    const log = logOf(entries);
    for (let size = 1; size <= 70; size += size < 20 ? 1 : 7) {
      const present = entries.slice(0, size);
      const tree = { size, rootHash: log.rootAt(size) };
      expect(bytesToHex(tree.rootHash)).toBe(bytesToHex(treeHash(present)));
      for (let index = 0; index < size; index++) {
        const proof = log.proof(inclusionRanges(index, size));
        expect(hex(proof)).toEqual(hex(inclusionPath(index, present)));
        expect(isIncluded({ index, leaf: leafHash(entries[index] as Uint8Array), proof }, tree)).toBe(true);
      }
      for (let older = 1; older <= size; older++) {
        const proof = log.proof(consistencyRanges(older, size));
        expect(hex(proof)).toEqual(hex(consistencyProof(older, present)));
        expect(isConsistent({ size: older, rootHash: log.rootAt(older) }, tree, proof)).toBe(true);
      }
    }
  });

  test('a range is cut into the perfect subtrees that it has', () => {
    expect(subtreesOf({ start: 0, end: 7 })).toEqual([
      { height: 2, index: 0 },
      { height: 1, index: 2 },
      { height: 0, index: 6 },
    ]);
    const leaves = someEntries(7).map(leafHash);
    const hashOf = ({ height, index }: { height: number; index: number }): Uint8Array =>
      height === 0
        ? (leaves[index] as Uint8Array)
        : nodeHash(
            hashOf({ height: height - 1, index: 2 * index }),
            hashOf({ height: height - 1, index: 2 * index + 1 }),
          );
    expect(rangeHash({ start: 0, end: 7 }, hashOf)).toEqual(treeHash(someEntries(7)));
  });
});

/** 70,000 entries: two levels of full tiles, and the beginning of a third. */
const LARGE = 70_000;
const large = logOf(someEntries(LARGE));
const counts = fc.integer({ min: 1, max: LARGE });

describe('properties, on a log with three levels of tiles', () => {
  test('every entry is included in every later head, and nowhere else', () => {
    fc.assert(
      fc.property(counts, fc.nat(LARGE), fc.nat(LARGE), (size, at, other) => {
        const [index, wrong] = [at % size, other % size];
        const leaf = leafHash(utf8ToBytes(`entry ${index}`));
        const proof = large.proof(inclusionRanges(index, size));
        const tree = { size, rootHash: large.rootAt(size) };
        expect(isIncluded({ index, leaf, proof }, tree)).toBe(true);
        if (wrong !== index) expect(isIncluded({ index: wrong, leaf, proof }, tree)).toBe(false);
        expect(isIncluded({ index, leaf: leafHash(utf8ToBytes(`entry ${size}`)), proof }, tree)).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  test('two heads of one log are consistent; with any hash changed, dropped or added they are not', () => {
    fc.assert(
      fc.property(counts, counts, fc.nat(), fc.nat(255), (a, b, place, bit) => {
        const [older, newer] = [Math.min(a, b), Math.max(a, b)].map((size) => ({ size, rootHash: large.rootAt(size) }));
        if (!older || !newer) throw new Error('two heads');
        const proof = large.proof(consistencyRanges(older.size, newer.size));
        expect(isConsistent(older, newer, proof)).toBe(true);
        expect(isConsistent(older, newer, [...proof, older.rootHash])).toBe(false);
        if (proof.length === 0) return;
        const at = place % proof.length;
        const bent = proof.map((hash, index) => (index === at ? flipped(hash, bit) : hash));
        expect(isConsistent(older, newer, bent)).toBe(false);
        expect(isConsistent(older, newer, proof.toSpliced(at, 1))).toBe(false);
        expect(isConsistent({ ...older, rootHash: flipped(older.rootHash, bit) }, newer, proof)).toBe(false);
        expect(isConsistent(older, { ...newer, rootHash: flipped(newer.rootHash, bit) }, proof)).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  test('a log that was rewritten before its old end is not consistent, whatever proof is shown', () => {
    const entries = someEntries(300);
    const honest = logOf(entries);
    for (const changed of [0, 99, 100, 199]) {
      const forked = logOf(entries.map((entry, index) => (index === changed ? utf8ToBytes('other') : entry)));
      const newer = { size: 300, rootHash: forked.rootAt(300) };
      const proof = forked.proof(consistencyRanges(200, 300));
      expect(isConsistent({ size: 200, rootHash: honest.rootAt(200) }, newer, proof)).toBe(false);
    }
  });
});

test('proofs of a form that cannot be are refused and nothing is thrown', () => {
  const leaf = leafHash(utf8ToBytes('entry 0'));
  expect(rootOfInclusion(0, 0, leaf, [])).toBeNull();
  expect(rootOfInclusion(1, 1, leaf, [])).toBeNull();
  expect(rootOfInclusion(-1, 2, leaf, [leaf])).toBeNull();
  expect(rootOfInclusion(0, 2, leaf, [leaf.slice(1)])).toBeNull();
  expect(rootOfInclusion(0, 2, leaf, [leaf, leaf])).toBeNull();
  expect(rootOfInclusion(0, 1.5, leaf, [])).toBeNull();
  expect(isConsistent({ size: 2, rootHash: leaf }, { size: 1, rootHash: leaf }, [])).toBe(false);
  expect(isConsistent({ size: 3, rootHash: leaf }, { size: 4, rootHash: leaf }, [])).toBe(false);
  expect(isConsistent({ size: 0, rootHash: leaf }, { size: 1, rootHash: leaf }, [])).toBe(false);
});

test('places outside the log are refused', () => {
  expect(() => inclusionRanges(3, 3)).toThrow(RangeError);
  expect(() => inclusionRanges(-1, 3)).toThrow(RangeError);
  expect(() => consistencyRanges(4, 3)).toThrow(RangeError);
  expect(consistencyRanges(0, 3)).toEqual([]);
});

function flipped(bytes: Uint8Array, bit: number): Uint8Array {
  const copy = bytes.slice();
  copy[bit >> 3] = (copy[bit >> 3] as number) ^ (1 << (bit & 7));
  return copy;
}
