/**
 * What a commitment commits to: the facts of one stored picture, as bytes that anyone can make again.
 *
 *     payload = JCS({v: 1, asset_id, organization_id, cid, content_hash, watermarked_content_hash, watermark_hash,
 *                    fingerprint_hash, metadata_hash, salt, created_at})
 *     commitment_hash = SHA-256(payload),   signature = Ed25519(organization's key, payload)
 *
 * The salt is 32 random bytes: without it nobody can guess the facts behind a published hash, so that deleting the
 * payload erases what the ledger says for ever.
 * JCS is RFC 8785, Ed25519 is RFC 8032. Exact bytes and reasons: docs/spec/commitment.md.
 * @module
 */
import { bytesToUtf8 } from '@noble/ciphers/utils.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson, type Json } from '../encoding/canonicalJson.ts';
import { sameBytes } from '../encoding/sameBytes.ts';

/** Names as they are published. Hashes and the salt are 64 lower-case hex characters. */
export interface CommitmentPayload {
  readonly v: 1;
  readonly asset_id: string;
  readonly organization_id: string;
  readonly cid: string;
  /** SHA-256 of the uploaded file. */
  readonly content_hash: string;
  /** SHA-256 of the delivered file; null if the picture carries no mark. */
  readonly watermarked_content_hash: string | null;
  /** SHA-256 of the 16 bytes that the tracks carry; null if the picture carries no mark. */
  readonly watermark_hash: string | null;
  readonly fingerprint_hash: string | null;
  /** SHA-256 of the JCS bytes of what the caller handed in; null if that was nothing. */
  readonly metadata_hash: string | null;
  readonly salt: string;
  /** ISO 8601, UTC, milliseconds. */
  readonly created_at: string;
}

export const SALT_BYTES = 32;

/** Every member, in the order of JCS; a payload has exactly these. */
const MEMBERS = [
  'asset_id',
  'cid',
  'content_hash',
  'created_at',
  'fingerprint_hash',
  'metadata_hash',
  'organization_id',
  'salt',
  'v',
  'watermark_hash',
  'watermarked_content_hash',
] as const satisfies readonly (keyof CommitmentPayload)[];

/** 64 lower-case hex characters. */
export const sha256Hex = (bytes: Uint8Array): string => bytesToHex(sha256(bytes));

/** SHA-256 of the JCS bytes of a value. @throws {RangeError} as `canonicalJson` */
export const jsonHash = (value: Json): string => sha256Hex(utf8ToBytes(canonicalJson(value)));

/** The bytes that are hashed and signed. @throws {RangeError} as `canonicalJson` */
export const payloadBytes = (payload: CommitmentPayload): Uint8Array =>
  utf8ToBytes(canonicalJson(Object.fromEntries(MEMBERS.map((name) => [name, payload[name]]))));

/** The stored fingerprint in one hash, so that it cannot be changed behind a commitment. */
export const fingerprintHash = (fingerprint: {
  readonly pdq_hash: string;
  readonly clip_hash: string;
  readonly dino_hash: string;
  readonly embedding_model: string;
}): string => {
  const { pdq_hash, clip_hash, dino_hash, embedding_model } = fingerprint;
  return jsonHash({ pdq_hash, clip_hash, dino_hash, embedding_model });
};

const HASH = /^[0-9a-f]{64}$/;
const isHash = (value: unknown): value is string => typeof value === 'string' && HASH.test(value);
const isHashOrNull = (value: unknown): boolean => value === null || isHash(value);

/** Null for bytes that are not exactly the canonical form of a payload of version 1. */
export function readPayload(bytes: Uint8Array): CommitmentPayload | null {
  let value: unknown;
  try {
    value = JSON.parse(bytesToUtf8(bytes));
  } catch {
    return null;
  }
  if (!isPayload(value)) return null;
  const again = payloadBytes(value);
  return sameBytes(again, bytes) ? value : null;
}

function isPayload(value: unknown): value is CommitmentPayload {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const members = value as Record<string, unknown>;
  if (Object.keys(members).length !== MEMBERS.length || !MEMBERS.every((name) => Object.hasOwn(members, name)))
    return false;
  const texts = [members.asset_id, members.organization_id, members.cid, members.created_at];
  return (
    members.v === 1 &&
    texts.every((text) => typeof text === 'string') &&
    isHash(members.content_hash) &&
    isHash(members.salt) &&
    [members.watermarked_content_hash, members.watermark_hash, members.fingerprint_hash, members.metadata_hash].every(
      isHashOrNull,
    )
  );
}
