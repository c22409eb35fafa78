/** Keys for one purpose each, from one secret. @module */
import { hkdfSync } from 'node:crypto';

/** 32 bytes; HKDF-SHA256 (RFC 5869) with the purpose as `info`. Knowing one derived key tells nothing of another. */
export const deriveKey = (secret: Uint8Array, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(), `assay ${purpose}`, 32));
