/** An organization's Ed25519 key pair, its private half sealed under the service's key encryption key (G21). @module */
import { createCipheriv, createDecipheriv, generateKeyPairSync, randomBytes } from 'node:crypto';

export interface SealedMasterKey {
  /** 32 bytes, RFC 8032. */
  readonly publicKey: Uint8Array;
  /** 12 bytes of nonce, 32 of ciphertext, 16 of tag: AES-256-GCM, NIST SP 800-38D. */
  readonly privateKeySealed: Uint8Array;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Binds a sealed key to its place, so that a row copied to another organization does not open. */
const context = (organizationId: string, version: number): Buffer =>
  Buffer.from(`assay organization key ${organizationId}/${version}`);

/** @param keyEncryptionKey 32 secret bytes */
export function mintMasterKey(keyEncryptionKey: Uint8Array, organizationId: string, version: number): SealedMasterKey {
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyEncryptionKey, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(context(organizationId, version));
  const sealed = Buffer.concat([
    nonce,
    cipher.update(Buffer.from(jwk.d!, 'base64url')),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  return { publicKey: Buffer.from(jwk.x!, 'base64url'), privateKeySealed: sealed };
}

/** The 32-byte private seed. @throws {Error} when the key, the place or the bytes are not the ones it was sealed with */
export function openMasterKey(
  keyEncryptionKey: Uint8Array,
  organizationId: string,
  version: number,
  sealed: Uint8Array,
): Uint8Array {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', keyEncryptionKey, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(context(organizationId, version));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  return new Uint8Array(Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]));
}
