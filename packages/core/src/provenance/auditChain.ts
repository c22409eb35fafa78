/**
 * The audit log of an organization as a hash chain:
 *
 *     hash_1 = H(entry_1, null),  hash_i = H(entry_i, hash_(i-1)),  H(e, p) = SHA-256(JCS({...e, prev_hash: p, v: 1}))
 *
 * Every member of an entry is covered. Whoever changes, drops, adds or reorders an entry inside has to change every hash
 * after it. That the last entries were cut off, or all of it made anew, shows only to who kept a hash: `auditCheck.ts`.
 * Source: docs/spec/organizations.md#audit-log; JCS is RFC 8785.
 * @module
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson, type Json } from '../encoding/canonicalJson.ts';

/** What the hash covers; names as they are published. */
export interface AuditRecord {
  readonly id: string;
  readonly organization_id: string;
  /** 1, 2, ... without gaps. */
  readonly sequence: number;
  readonly actor_id: string | null;
  readonly actor_kind: string;
  readonly action: string;
  readonly target_kind: string | null;
  readonly target_id: string | null;
  readonly details: { readonly [name: string]: Json } | null;
  readonly requester_ip: string | null;
  readonly request_id: string | null;
  /** ISO 8601, UTC, milliseconds. */
  readonly created_at: string;
}

export interface ChainedAuditRecord extends AuditRecord {
  /** 64 lower-case hex characters; null at the beginning. */
  readonly prev_hash: string | null;
  readonly hash: string;
}

/** 64 lower-case hex characters. @throws {RangeError} as `canonicalJson` */
export function auditHash(record: AuditRecord, prevHash: string | null): string {
  const { id, organization_id, sequence, actor_id, actor_kind, action } = record;
  const { target_kind, target_id, details, requester_ip, request_id, created_at } = record;
  const who = { id, organization_id, sequence, actor_id, actor_kind, action };
  const what = { target_kind, target_id, details, requester_ip, request_id, created_at };
  return bytesToHex(sha256(utf8ToBytes(canonicalJson({ ...who, ...what, prev_hash: prevHash, v: 1 }))));
}
