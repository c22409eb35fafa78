/**
 * What the log says of a commitment. An entry is public for ever, so it tells nothing of the picture: the hash covers a
 * random salt that is deleted with the asset.
 *
 *     entry  = JCS({v: 1, commitment_hash, public_key, signature})
 *     bundle = entry after entry, each after its length in two bytes, the high one first
 *
 * The public key lets its organization find commitments that it never made; the signature shows that it was given
 * before the log's checkpoint, whatever becomes of the key.
 * Source: docs/spec/transparency-log.md; bundles are those of C2SP tlog-tiles, section Log entries.
 * @module
 */
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from '../encoding/canonicalJson.ts';
import { base64OfBytes } from '../encoding/base64.ts';

export interface CommitmentEntry {
  /** SHA-256 of the payload, 64 lower-case hex characters. */
  readonly commitmentHash: string;
  /** Ed25519 key of the organization, 32 bytes. */
  readonly publicKey: Uint8Array;
  /** Over the payload, 64 bytes. */
  readonly signature: Uint8Array;
}

const LENGTH_BYTES = 2;
/** What two bytes can count. */
const ENTRY_BYTES_MAX = 2 ** 16 - 1;

/** The bytes that are a leaf of the log. */
export const commitmentEntry = ({ commitmentHash, publicKey, signature }: CommitmentEntry): Uint8Array =>
  utf8ToBytes(
    canonicalJson({
      v: 1,
      commitment_hash: commitmentHash,
      public_key: base64OfBytes(publicKey),
      signature: base64OfBytes(signature),
    }),
  );

/** @throws {RangeError} if an entry is longer than 65,535 bytes */
export function entryBundle(entries: readonly Uint8Array[]): Uint8Array {
  const bundle = new Uint8Array(entries.reduce((sum, { length }) => sum + LENGTH_BYTES + length, 0));
  const view = new DataView(bundle.buffer);
  let at = 0;
  for (const entry of entries) {
    if (entry.length > ENTRY_BYTES_MAX) throw new RangeError(`an entry of ${entry.length} bytes is too long`);
    view.setUint16(at, entry.length);
    bundle.set(entry, at + LENGTH_BYTES);
    at += LENGTH_BYTES + entry.length;
  }
  return bundle;
}

/** Null if the last entry is cut off. */
export function readEntryBundle(bundle: Uint8Array): Uint8Array[] | null {
  const view = new DataView(bundle.buffer, bundle.byteOffset, bundle.byteLength);
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bundle.length; ) {
    if (at + LENGTH_BYTES > bundle.length) return null;
    const length = view.getUint16(at);
    const start = at + LENGTH_BYTES;
    if (start + length > bundle.length) return null;
    entries.push(bundle.slice(start, start + length));
    at = start + length;
  }
  return entries;
}
