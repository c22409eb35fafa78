import { beforeAll, expect, test } from 'vitest';
import { createPasswordHasher } from '../../../src/adapters/crypto/passwords.ts';
import type { PasswordHasher } from '../../../src/app/ports/runtime/runtime.ts';

let passwords: PasswordHasher;
beforeAll(async () => {
  passwords = await createPasswordHasher();
});

test('a hash is argon2id with the parameters of the contract, salted, and fits its password alone', async () => {
  const [one, two] = [await passwords.hash('secret words'), await passwords.hash('secret words')];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(two);
  expect(await passwords.verify('secret words', one)).toBe(true);
  expect(await passwords.verify('Secret words', one)).toBe(false);
});

test('an unknown account never fits, whatever the password', async () => {
  expect(await passwords.verify('no account has this password', null)).toBe(false);
});

test('hashes of other parameters are to be made anew', async () => {
  expect(passwords.needsRehash(await passwords.hash('x'))).toBe(false);
  expect(passwords.needsRehash('$argon2id$v=19$m=4096,t=3,p=1$c2FsdA$aGFzaA')).toBe(true);
});
