/** Secrets that travel once, by mail. @module */
import { createHash, randomBytes } from 'node:crypto';
import type { OneTimeTokens } from '../app/ports/runtime.ts';

/** G43. */
const TOKEN_BYTES = 32;

/** A plain hash is enough: nobody guesses 256 random bits. */
export const oneTimeTokens: OneTimeTokens = {
  make: () => randomBytes(TOKEN_BYTES).toString('base64url'),
  hash: (token) => createHash('sha256').update(token).digest('hex'),
};
