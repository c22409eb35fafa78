/** How a secret that is given as a text becomes a key of 32 bytes; the command line reads ASSAY_WATERMARK_KEY by it too. @module */
import { createHash } from 'node:crypto';
import { MADE_SECRET } from '../config/secretKey.ts';

/** A key that was made in a folder as it is, so that more processes can go on with it; else SHA-256 of a text of any length, in UTF-8. */
export function secretKeyOf(text: string): Uint8Array {
  const made = MADE_SECRET.exec(text)?.[1];
  return new Uint8Array(made ? Buffer.from(made, 'base64') : createHash('sha256').update(text).digest());
}
