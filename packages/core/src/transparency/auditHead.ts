/**
 * What the log says of an organization's audit log: that it had this head then. An entry is public for ever, so it is a
 * salted hash, and whoever lacks the salt learns that some organization's log had a head, and no more.
 *
 *     entry = JCS({v: 1, audit_head: H(JCS({v: 1, organization_id, sequence, hash, is_last, salt})) in hex})
 *
 * Source: docs/spec/transparency-log.md#heads-of-audit-logs.
 * @module
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { base64OfBytes } from '../encoding/base64.ts';
import { canonicalJson } from '../encoding/canonicalJson.ts';

export interface AuditHead {
  readonly organizationId: string;
  /** Of the newest entry, from 1. */
  readonly sequence: number;
  /** Of that entry, 64 lower-case hex characters. */
  readonly hash: string;
  /** The organization was deleted, and its log with it. */
  readonly isLast: boolean;
  /** 32 random bytes. */
  readonly salt: Uint8Array;
}

/** The bytes that are a leaf of the log. */
export function auditHeadEntry({ organizationId, sequence, hash, isLast, salt }: AuditHead): Uint8Array {
  const opened = { v: 1, organization_id: organizationId, sequence, hash, is_last: isLast, salt: base64OfBytes(salt) };
  const commitment = bytesToHex(sha256(utf8ToBytes(canonicalJson(opened))));
  return utf8ToBytes(canonicalJson({ v: 1, audit_head: commitment }));
}

const PREFIX = utf8ToBytes('{"audit_head":"');

/** Is this entry of the log the head of some audit log? */
export const isAuditHeadEntry = (entry: Uint8Array): boolean => PREFIX.every((byte, at) => entry[at] === byte);
