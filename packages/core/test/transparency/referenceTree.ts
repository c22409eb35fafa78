/** A second implementation, straight from the recursive definitions of RFC 6962, section 2.1, for tests to compare with. @module */
import { createHash } from 'node:crypto';

const sha256 = (...parts: Uint8Array[]): Uint8Array => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
};

const split = (n: number): number => 2 ** Math.floor(Math.log2(n - 1));

export function treeHash(entries: readonly Uint8Array[]): Uint8Array {
  const [first] = entries;
  if (first === undefined) return sha256();
  if (entries.length === 1) return sha256(Uint8Array.of(0), first);
  const k = split(entries.length);
  return sha256(Uint8Array.of(1), treeHash(entries.slice(0, k)), treeHash(entries.slice(k)));
}

export function inclusionPath(m: number, entries: readonly Uint8Array[]): Uint8Array[] {
  const n = entries.length;
  if (n === 1) return [];
  const k = split(n);
  return m < k
    ? [...inclusionPath(m, entries.slice(0, k)), treeHash(entries.slice(k))]
    : [...inclusionPath(m - k, entries.slice(k)), treeHash(entries.slice(0, k))];
}

export const consistencyProof = (m: number, entries: readonly Uint8Array[]): Uint8Array[] => subProof(m, entries, true);

function subProof(m: number, entries: readonly Uint8Array[], isWhole: boolean): Uint8Array[] {
  const n = entries.length;
  if (m === n) return isWhole ? [] : [treeHash(entries)];
  const k = split(n);
  return m <= k
    ? [...subProof(m, entries.slice(0, k), isWhole), treeHash(entries.slice(k))]
    : [...subProof(m - k, entries.slice(k), false), treeHash(entries.slice(0, k))];
}
