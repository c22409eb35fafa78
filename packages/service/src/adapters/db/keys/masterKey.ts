/** An organization's Ed25519 key pair, its private half sealed under the service's key encryption key. @module */
import { generateKeyPairSync } from 'node:crypto';
import { seal, unseal } from '../../crypto/seal.ts';

export interface SealedMasterKey {
  /** 32 bytes, RFC 8032. */
  readonly publicKey: Uint8Array;
  /** 60 bytes, see `seal`. */
  readonly privateKeySealed: Uint8Array;
}

/** Where a private half belongs: copied into another row it does not open. */
export const masterKeyContext = (organizationId: string, version: number): string =>
  `assay organization key ${organizationId}/${version}`;

/** @param keyEncryptionKey 32 secret bytes */
export function mintMasterKey(keyEncryptionKey: Uint8Array, organizationId: string, version: number): SealedMasterKey {
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const seed = Buffer.from(jwk.d!, 'base64url');
  return {
    publicKey: Buffer.from(jwk.x!, 'base64url'),
    privateKeySealed: seal(keyEncryptionKey, masterKeyContext(organizationId, version), seed),
  };
}

/** The 32-byte private seed. @throws {Error} when the key, the context or the bytes are not the ones it was sealed with */
export const openMasterKey = (
  keyEncryptionKey: Uint8Array,
  organizationId: string,
  version: number,
  sealed: Uint8Array,
): Uint8Array => unseal(keyEncryptionKey, masterKeyContext(organizationId, version), sealed);
