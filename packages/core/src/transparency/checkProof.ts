/**
 * Checks of proofs, from hashes alone. What comes in is a stranger's: every wrong length or count is a `false`.
 * Source: RFC 9162, sections 2.1.3.2 and 2.1.4.2; the trees are those of RFC 6962.
 * @module
 */
import { sameBytes } from '../encoding/sameBytes.ts';
import { EMPTY_ROOT, HASH_BYTES, nodeHash } from './merkleTree.ts';

const half = (value: number): number => Math.floor(value / 2);
const isOdd = (value: number): boolean => value % 2 === 1;
const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

/** The root that a proof of inclusion leads to; null if it has not the form of one for this place. */
export function rootOfInclusion(
  index: number,
  size: number,
  leaf: Uint8Array,
  proof: readonly Uint8Array[],
): Uint8Array | null {
  if (!isCount(index) || !isCount(size) || index >= size) return null;
  if (leaf.length !== HASH_BYTES || proof.some(({ length }) => length !== HASH_BYTES)) return null;
  let [fn, sn] = [index, size - 1];
  let hash = leaf;
  for (const sibling of proof) {
    if (sn === 0) return null;
    if (isOdd(fn) || fn === sn) {
      hash = nodeHash(sibling, hash);
      while (!isOdd(fn) && fn !== 0) [fn, sn] = [half(fn), half(sn)];
    } else hash = nodeHash(hash, sibling);
    [fn, sn] = [half(fn), half(sn)];
  }
  return sn === 0 ? hash : null;
}

/** Does the log with this root hold the leaf at this index? */
export function isIncluded(
  { index, leaf, proof }: { readonly index: number; readonly leaf: Uint8Array; readonly proof: readonly Uint8Array[] },
  tree: { readonly size: number; readonly rootHash: Uint8Array },
): boolean {
  const root = rootOfInclusion(index, tree.size, leaf, proof);
  return root !== null && sameBytes(root, tree.rootHash);
}

export interface TreeHead {
  /** Entries. */
  readonly size: number;
  /** 32 bytes. */
  readonly rootHash: Uint8Array;
}

/** Are the first `older.size` entries of `newer` exactly those of `older`? */
export function isConsistent(older: TreeHead, newer: TreeHead, proof: readonly Uint8Array[]): boolean {
  if (!isCount(older.size) || !isCount(newer.size) || older.size > newer.size) return false;
  if (proof.some(({ length }) => length !== HASH_BYTES)) return false;
  if (older.size === newer.size) return proof.length === 0 && sameBytes(older.rootHash, newer.rootHash);
  if (older.size === 0) return proof.length === 0 && sameBytes(older.rootHash, EMPTY_ROOT);
  // A perfect old tree is a subtree of the new one: its root begins the proof and was left out of it.
  const path = Number.isInteger(Math.log2(older.size)) ? [older.rootHash, ...proof] : proof;
  const [first, ...rest] = path;
  if (first === undefined) return false;
  let [fn, sn] = [older.size - 1, newer.size - 1];
  while (isOdd(fn)) [fn, sn] = [half(fn), half(sn)];
  let [fr, sr] = [first, first];
  for (const hash of rest) {
    if (sn === 0) return false;
    if (isOdd(fn) || fn === sn) {
      fr = nodeHash(hash, fr);
      sr = nodeHash(hash, sr);
      while (!isOdd(fn) && fn !== 0) [fn, sn] = [half(fn), half(sn)];
    } else sr = nodeHash(sr, hash);
    [fn, sn] = [half(fn), half(sn)];
  }
  return sn === 0 && sameBytes(fr, older.rootHash) && sameBytes(sr, newer.rootHash);
}
