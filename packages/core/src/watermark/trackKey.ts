/**
 * The key of each track, derived from the one watermark key of the service.
 *
 *     trackKey = HKDF-SHA256(ikm = serviceKey, salt = "assay/watermark/v1", info = "track <id>", 32 bytes)
 *
 * Carriers, pilots, signs and origins of a track are functions of its key alone, so whoever does not hold the service's key can
 * neither read nor write a mark; and the loss of one track's key does not uncover another track. The key does not keep a mark
 * from being learnt: whoever has marked pictures of his own with their originals sees the pilots, which all pictures of a key
 * share. What he can remove with them, and what is read all the same: docs/decisions/0023-hidden-origins.md.
 * The version in the salt changes whenever a carrier's construction changes, so that old and new marks stay apart.
 * Source: RFC 5869.
 * @module
 */
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/** 32 secret bytes from which a track derives carriers, pilots and signs. */
export type TrackKey = Uint8Array & { readonly brand?: 'track-key' };

/** Length of the service's watermark key: the security level of AES-256 and ChaCha20. */
export const SERVICE_KEY_BYTES = 32;

const SALT = utf8ToBytes('assay/watermark/v1');

/** @throws {RangeError} unless the service key holds 32 bytes. */
export function assertServiceKey(serviceKey: Uint8Array): void {
  if (serviceKey.length !== SERVICE_KEY_BYTES)
    throw new RangeError(`service watermark key: expected ${SERVICE_KEY_BYTES} bytes, got ${serviceKey.length}`);
}

/** A 32-byte key for the purpose that `info` names. @throws {RangeError} unless the service key holds 32 bytes. */
export function deriveWatermarkKey(serviceKey: Uint8Array, info: string): Uint8Array {
  assertServiceKey(serviceKey);
  return hkdf(sha256, serviceKey, SALT, utf8ToBytes(info), 32);
}

/** The key from which track `id` derives its carriers. @throws {RangeError} unless the service key holds 32 bytes. */
export function deriveTrackKey(serviceKey: Uint8Array, id: string): TrackKey {
  return deriveWatermarkKey(serviceKey, `track ${id}`);
}

/** The keys of some tracks. */
export type TrackKeys = Readonly<Record<string, TrackKey>>;

/** @throws {RangeError} if the track has no key */
export function keyOf(keys: TrackKeys, id: string): TrackKey {
  const key = keys[id];
  if (!key) throw new RangeError(`no key for watermark track ${id}`);
  return key;
}
