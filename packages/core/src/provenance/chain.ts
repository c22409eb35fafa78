/**
 * The history of an asset as a hash chain:
 *
 *     hash_0 = H(record_0, null),  hash_i = H(record_i, hash_(i-1)),  H(r, p) = SHA-256(JCS({...r, prev_hash: p, v: 1}))
 *
 * Whoever changes, drops or reorders a record inside has to change every hash after it. A chain alone does not show that
 * its last records were cut off; for that, keep the last hash elsewhere.
 * Source: docs/spec/provenance.md; JCS is RFC 8785.
 * @module
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson, type Json } from '../encoding/canonicalJson.ts';

/** What the hash covers; names as they are published. */
export interface ProvenanceRecord {
  readonly id: string;
  readonly asset_id: string;
  readonly action: string;
  readonly relation: string | null;
  readonly actor_id: string | null;
  readonly actor_kind: string;
  readonly tool: string | null;
  readonly details: { readonly [name: string]: Json };
  /** ISO 8601, UTC, milliseconds. */
  readonly created_at: string;
}

export interface ChainedRecord extends ProvenanceRecord {
  /** 64 lower-case hex characters; null at the beginning. */
  readonly prev_hash: string | null;
  readonly hash: string;
}

export type ChainState =
  | { readonly valid: true }
  /** `index`: the first record at which the chain does not hold. */
  | { readonly valid: false; readonly index: number; readonly reason: string };

/** 64 lower-case hex characters. @throws {RangeError} as `canonicalJson` */
export function provenanceHash(record: ProvenanceRecord, prevHash: string | null): string {
  const { id, asset_id, action, relation, actor_id, actor_kind, tool, details, created_at } = record;
  const facts = { id, asset_id, action, relation, actor_id, actor_kind, tool, details, created_at };
  return bytesToHex(sha256(utf8ToBytes(canonicalJson({ ...facts, prev_hash: prevHash, v: 1 }))));
}

/** Checks the records of one asset from the first on. No record at all is a chain that holds. */
export function checkChain(records: readonly ChainedRecord[]): ChainState {
  let previous: ChainedRecord | null = null;
  for (const [index, record] of records.entries()) {
    const broken = (reason: string): ChainState => ({ valid: false, index, reason });
    if (record.prev_hash !== (previous?.hash ?? null)) return broken('It does not follow the record before it.');
    if (previous && record.asset_id !== previous.asset_id) return broken('It belongs to another asset.');
    if (record.hash !== provenanceHash(record, record.prev_hash)) return broken('Its hash is not that of its content.');
    previous = record;
  }
  return { valid: true };
}

/** Linked as each names the one before it, in whatever order they came. */
type Link = Pick<ChainedRecord, 'prev_hash' | 'hash'>;

/** In the order of the chain; what no link reaches comes last, in the given order, so that `checkChain` finds it. */
export function inChainOrder<Item extends Link>(records: readonly Item[]): Item[] {
  const next = new Map<string | null, Item>();
  for (const record of records) if (!next.has(record.prev_hash)) next.set(record.prev_hash, record);
  const ordered = new Set<Item>();
  for (let at = next.get(null); at && !ordered.has(at); at = next.get(at.hash)) ordered.add(at);
  return [...ordered, ...records.filter((record) => !ordered.has(record))];
}
