/** How signing keys are named in public. @module */
import { createHash } from 'node:crypto';

/**
 * JWK thumbprint: base64url of SHA-256 of the required members in lexical order. Tells nothing of the organization.
 * Source: RFC 7638, 3; RFC 8037, 2 for Ed25519.
 * @param publicKey 32 bytes
 */
export function keyId(publicKey: Uint8Array): string {
  const x = Buffer.from(publicKey).toString('base64url');
  return createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url');
}
