/** Seals (encrypts) small secrets under the service's key encryption key: AES-256-GCM, NIST SP 800-38D. @module */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * 12 bytes of nonce, the ciphertext, 16 of tag.
 * @param keyEncryptionKey 32 secret bytes
 * @param context encryption context (AAD, authenticated and not encrypted): binds the secret to where it lies, so that a row
 *   copied elsewhere does not open
 */
export function seal(keyEncryptionKey: Uint8Array, context: string, secret: Uint8Array): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyEncryptionKey, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
}

/** @throws {Error} when the key, the context or the bytes are not the ones it was sealed with */
export function unseal(keyEncryptionKey: Uint8Array, context: string, sealed: Uint8Array): Uint8Array {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', keyEncryptionKey, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  return new Uint8Array(Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]));
}
