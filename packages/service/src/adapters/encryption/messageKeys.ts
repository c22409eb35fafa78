/** Keys of one encrypted file (C2SP chunked-encryption v1, "Key derivation"). @module */
import { createHmac } from 'node:crypto';
import { COMMITMENT_BYTES, NONCE_BYTES, SALT_BYTES } from '@assay/core/encryption/chunkedLayout';

/** AES-256; also the size of an asset's key. */
export const KEY_BYTES = 32;

/** With SHA-512 this is the instantiation that the specification's test vectors call Cobblestone-256. */
const LABEL = Buffer.from('c2sp.org/chunked-encryption@v1+AEAD_AES_256_GCM\0', 'ascii');
const HASH = 'sha512';
const HASH_BYTES = 64;

export interface MessageKeys {
  readonly key: Uint8Array;
  /** Exclusive-ored with the number of a chunk it is the chunk's nonce. */
  readonly baseNonce: Uint8Array;
  /** Stands in the file: who holds another key, salt or context sees it before a chunk is touched. */
  readonly commitment: Uint8Array;
}

/**
 *     key (32) || base nonce (12) || commitment (32) = HKDF-Expand-SHA-512(input key, label || salt || context)
 *
 * HKDF-Expand alone (RFC 5869, 2.3): the input key is random already.
 * @param inputKey 32 random bytes
 * @param salt     24 random bytes, never twice with one input key
 * @throws {RangeError} for other sizes
 */
export function messageKeys(inputKey: Uint8Array, salt: Uint8Array, context: Uint8Array): MessageKeys {
  if (inputKey.length !== KEY_BYTES) throw new RangeError(`messageKeys: key must have ${KEY_BYTES} bytes`);
  if (salt.length !== SALT_BYTES) throw new RangeError(`messageKeys: salt must have ${SALT_BYTES} bytes`);
  const made = hkdfExpand(inputKey, Buffer.concat([LABEL, salt, context]), KEY_BYTES + NONCE_BYTES + COMMITMENT_BYTES);
  return {
    key: made.subarray(0, KEY_BYTES),
    baseNonce: made.subarray(KEY_BYTES, KEY_BYTES + NONCE_BYTES),
    commitment: made.subarray(KEY_BYTES + NONCE_BYTES),
  };
}

/**
 * T(i) = HMAC(prk, T(i-1) || info || i), i from 1; the first `bytes` of them all. By hand: node:crypto has it only behind
 * HKDF-Extract, and @noble/hashes refuses an input key shorter than the hash, which the layout has.
 */
function hkdfExpand(prk: Uint8Array, info: Uint8Array, bytes: number): Buffer {
  const blocks: Buffer[] = [];
  for (let i = 1; blocks.length * HASH_BYTES < bytes; i++)
    blocks.push(
      createHmac(HASH, prk)
        .update(blocks.at(-1) ?? Buffer.alloc(0))
        .update(info)
        .update(Uint8Array.of(i))
        .digest(),
    );
  return Buffer.concat(blocks).subarray(0, bytes);
}
