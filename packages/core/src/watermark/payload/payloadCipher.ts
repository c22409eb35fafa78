/**
 * The 128 bits that the tracks carry: the 16 bytes of the asset's UUID, enciphered as one AES-256 block.
 *
 *     payload = AES-256(key = HKDF(serviceKey, "payload block"), uuid)
 *
 * One block of a pseudorandom permutation, so equal UUIDs give equal payloads (wanted: the payload is the asset's name)
 * and a payload made without the key deciphers to random bytes, of which 2 in 16 x 4 = 1 in 32 look like a UUID of an
 * accepted version; so who reads a payload asks the database last, which alone knows what was given out.
 * Source: FIPS 197 for the block, RFC 9562 section 4 for version and variant bits.
 * @module
 */
import { ecb } from '@noble/ciphers/aes.js';
import { deriveWatermarkKey } from '../trackKey.ts';

/** Bits of a payload: one block of AES, and what holds a UUID. */
export const PAYLOAD_BITS = 128;
export const PAYLOAD_BYTES = PAYLOAD_BITS / 8;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])[0-9a-f]{3}-([0-9a-f])[0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Versions that the service gives out: random (4) and time-ordered (7); RFC 9562, 5.4 and 5.7. */
const VERSIONS = [4, 7];

/** The 16 bytes of a UUID, network order. @throws {RangeError} unless it is a version 4 or 7 UUID in its text form. */
export function uuidToBytes(uuid: string): Uint8Array {
  if (!UUID.test(uuid)) throw new RangeError(`expected a UUID in text form, got "${uuid}"`);
  const hex = uuid.replaceAll('-', '');
  const bytes = Uint8Array.from({ length: PAYLOAD_BYTES }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));
  if (!hasAcceptedVersion(bytes)) throw new RangeError(`expected a UUID of version 4 or 7, got "${uuid}"`);
  return bytes;
}

/** The text form of 16 bytes, lower case; null if version or variant bits are not those of a version 4 or 7 UUID. */
export function bytesToUuid(bytes: Uint8Array): string | null {
  if (bytes.length !== PAYLOAD_BYTES || !hasAcceptedVersion(bytes)) return null;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Version nibble (octet 6) and variant bits 10x (octet 8); RFC 9562, 4.1 and 4.2. */
function hasAcceptedVersion(bytes: Uint8Array): boolean {
  return VERSIONS.includes((bytes[6] as number) >> 4) && (bytes[8] as number) >> 6 === 0b10;
}

/** ECB of exactly one block without padding is the bare block permutation. */
function blockCipher(serviceKey: Uint8Array): {
  encrypt(b: Uint8Array): Uint8Array;
  decrypt(b: Uint8Array): Uint8Array;
} {
  return ecb(deriveWatermarkKey(serviceKey, 'payload block'), { disablePadding: true });
}

/**
 * The payload of an asset.
 * @param assetId UUID of version 4 or 7, either case
 * @returns 16 bytes that look random without the key
 * @throws {RangeError} on another text or a service key that is not 32 bytes
 */
export function encipherPayload(assetId: string, serviceKey: Uint8Array): Uint8Array {
  return blockCipher(serviceKey).encrypt(uuidToBytes(assetId));
}

/** The asset's UUID in a payload, lower case, or null: then no key of this service made the payload. */
export function decipherPayload(payload: Uint8Array, serviceKey: Uint8Array): string | null {
  return payload.length === PAYLOAD_BYTES ? bytesToUuid(blockCipher(serviceKey).decrypt(payload)) : null;
}
