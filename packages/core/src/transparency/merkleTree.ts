/**
 * Merkle Tree Hashes over a list of entries D[0:n]:
 *
 *     MTH({})     = SHA-256()
 *     MTH({d})    = SHA-256(0x00 || d)
 *     MTH(D[0:n]) = SHA-256(0x01 || MTH(D[0:k]) || MTH(D[k:n])),  k the largest power of two below n
 *
 * The hash of a range is put together from perfect subtrees, the only ones that never change while a log grows:
 * subtree (h, i) covers D[i 2^h : (i+1) 2^h].
 * Source: RFC 6962, section 2.1 (the same in RFC 9162).
 * @module
 */
import { sha256 } from '@noble/hashes/sha2.js';

export const HASH_BYTES = 32;
const LEAF_PREFIX = Uint8Array.of(0x00);
const NODE_PREFIX = 0x01;

/** The root of a log without entries. */
export const EMPTY_ROOT: Uint8Array = sha256(new Uint8Array());

/** 32 bytes, from the bytes of one entry. */
export const leafHash = (entry: Uint8Array): Uint8Array => sha256.create().update(LEAF_PREFIX).update(entry).digest();

/** Two hashes and their prefix; written before each use, so that nothing of an earlier one remains. */
const joined = new Uint8Array(1 + 2 * HASH_BYTES);

/** 32 bytes, from two hashes of 32 bytes. */
export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  if (left.length !== HASH_BYTES || right.length !== HASH_BYTES) throw new RangeError('a hash has 32 bytes');
  joined[0] = NODE_PREFIX;
  joined.set(left, 1);
  joined.set(right, 1 + HASH_BYTES);
  return sha256(joined);
}

/** A perfect subtree: entries `index * 2^height` to `(index + 1) * 2^height - 1`. */
export interface Subtree {
  readonly height: number;
  readonly index: number;
}

/** Entries `start` to `end - 1`. */
export interface LeafRange {
  readonly start: number;
  readonly end: number;
}

/** Hash of a perfect subtree. */
export type SubtreeHash = (subtree: Subtree) => Uint8Array;

/** The largest power of two below `n`, for n > 1: where RFC 6962 splits a tree of n leaves. */
export function splitPoint(n: number): number {
  let k = 1;
  while (k * 2 < n) k *= 2;
  return k;
}

/**
 * The perfect subtrees that make up a range as the tree itself cuts it, from left to right.
 * @param range starts at a multiple of the smallest power of two that holds it, as every range of a proof does
 */
export function subtreesOf({ start, end }: LeafRange): Subtree[] {
  const found: Subtree[] = [];
  for (let at = start; at < end; ) {
    let height = 0;
    while (2 ** (height + 1) <= end - at) height++;
    found.push({ height, index: at / 2 ** height });
    at += 2 ** height;
  }
  return found;
}

/** MTH(D[start:end]). The range must be one that the tree cuts; see `subtreesOf`. */
export function rangeHash(range: LeafRange, hashOf: SubtreeHash): Uint8Array {
  const hashes = subtreesOf(range).map(hashOf);
  const last = hashes.pop();
  return last === undefined ? EMPTY_ROOT : hashes.reduceRight((right, left) => nodeHash(left, right), last);
}
