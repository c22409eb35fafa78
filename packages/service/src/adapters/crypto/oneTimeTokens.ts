/** Secrets that travel once, by mail. @module */
import { createHash, randomBytes } from 'node:crypto';
import type { OneTimeTokens } from '../../app/ports/runtime/runtime.ts';

/** 256 bits: nobody guesses them. */
const TOKEN_BYTES = 32;

/** A plain hash is enough for secrets of that length. */
export const oneTimeTokens: OneTimeTokens = {
  make: () => randomBytes(TOKEN_BYTES).toString('base64url'),
  hash: (token) => createHash('sha256').update(token).digest('hex'),
};
