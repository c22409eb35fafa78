/** Argon2id by @node-rs/argon2, on libuv's threads. @module */
import { type Algorithm, hash, verify } from '@node-rs/argon2';
import type { PasswordHasher } from '../../app/ports/runtime/runtime.ts';

/** What a hash costs: KiB of memory and passes over them. */
export interface HashCost {
  readonly memoryCost: number;
  readonly timeCost: number;
}

/** The second of the equal settings of OWASP's password storage cheat sheet (19 MiB, t = 2, p = 1). */
const OWASP: HashCost = { memoryCost: 19 * 1024, timeCost: 2 };

// An ambient const enum cannot be read by isolated modules; 2 is Argon2id in its declaration.
const ARGON2ID = 2 as Algorithm;

/**
 * A hash of a password nobody has, so that unknown accounts cost what known ones cost: the time of the answer must not
 * tell them apart.
 */
export async function createPasswordHasher({ memoryCost, timeCost } = OWASP): Promise<PasswordHasher> {
  const options = { memoryCost, timeCost, parallelism: 1, outputLen: 32, algorithm: ARGON2ID };
  const phcPrefix = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$`;
  const nobodys = await hash('no account has this password', options);
  return {
    hash: (password) => hash(password, options),
    async verify(password, stored) {
      const fits = await verify(stored ?? nobodys, password);
      return stored !== null && fits;
    },
    needsRehash: (stored) => !stored.startsWith(phcPrefix),
  };
}
