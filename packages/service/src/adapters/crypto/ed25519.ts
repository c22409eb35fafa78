/** Ed25519 (RFC 8032) on raw keys, by Node's own crypto. @module */
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** @param publicKey 32 bytes, @param seed 32 secret bytes */
export function privateKeyOf(publicKey: Uint8Array, seed: Uint8Array): KeyObject {
  const d = Buffer.from(seed).toString('base64url');
  const x = Buffer.from(publicKey).toString('base64url');
  return createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', d, x }, format: 'jwk' });
}

/** 64 bytes. */
export const signEd25519 = (key: KeyObject, message: Uint8Array): Uint8Array =>
  new Uint8Array(sign(null, message, key));

/** False also for a key or a signature of another length. */
export function verifyEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (publicKey.length !== 32 || signature.length !== 64) return false;
  try {
    const x = Buffer.from(publicKey).toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verify(null, message, key, signature);
  } catch {
    return false;
  }
}
