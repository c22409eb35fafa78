/** Wrapping under a master key that this process holds. @module */
import { randomBytes } from 'node:crypto';
import { seal, unseal } from '../crypto/seal.ts';
import { deriveKey } from '../crypto/deriveKey.ts';
import type { EncryptionContext } from '../../app/ports/content/masterKeys.ts';

/** AES-256, master keys and wrapped keys alike. */
export const KEY_BYTES = 32;

/** The context as one line, sorted by name: `assay key a=1 b=2`. */
export const associatedDataOf = (context: EncryptionContext): string =>
  [
    'assay key',
    ...Object.entries(context)
      .map(([name, value]) => `${name}=${value}`)
      .sort(),
  ].join(' ');

/** What `local:` means: the master key that follows from the service's key encryption key. */
export const localMasterKey = (keyEncryptionKey: Uint8Array): Uint8Array =>
  deriveKey(keyEncryptionKey, 'organization encryption keys');

/** Binds the encryption key of an organization to it and to its version. */
export const organizationKeyContext = (organizationId: string, version: number): EncryptionContext => ({
  purpose: 'organization encryption key',
  organization_id: organizationId,
  version: String(version),
});

export function makeUnder(masterKey: Uint8Array, context: EncryptionContext) {
  const key = new Uint8Array(randomBytes(KEY_BYTES));
  return { key, wrapped: seal(masterKey, associatedDataOf(context), key) };
}

/** @throws {Error} when the key, the context or the bytes are not the ones it was wrapped with */
export const openUnder = (masterKey: Uint8Array, context: EncryptionContext, wrapped: Uint8Array): Uint8Array =>
  unseal(masterKey, associatedDataOf(context), wrapped);

/**
 * 32 bytes: as they are, as 64 hex characters, or as base64, with or without a line break behind.
 * @param where for the message; never the text itself
 * @throws {RangeError}
 */
export function keyFromBytes(bytes: Uint8Array, where: string): Uint8Array {
  if (bytes.length === KEY_BYTES) return new Uint8Array(bytes);
  const text = Buffer.from(bytes).toString('latin1').trim();
  const key = /^[0-9a-fA-F]{64}$/.test(text)
    ? Buffer.from(text, 'hex')
    : /^[A-Za-z0-9+/_-]{43}=?$/.test(text)
      ? Buffer.from(text, 'base64')
      : null;
  if (key?.length !== KEY_BYTES)
    throw new RangeError(`${where} must hold ${KEY_BYTES} bytes: raw, 64 hex characters, or base64`);
  return new Uint8Array(key);
}
