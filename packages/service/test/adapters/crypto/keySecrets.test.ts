import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isKey, keySecrets } from '../../../src/adapters/crypto/keySecrets.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

test('a key is assay_pk_, 30 random and 6 checksum characters of base62; nothing of it repeats', () => {
  const minted = Array.from({ length: 200 }, () => keySecrets.mint());
  for (const { secret, keyPrefix, keyLast4 } of minted) {
    expect(secret).toMatch(/^assay_pk_[0-9A-Za-z]{36}$/);
    expect(isKey(secret)).toBe(true);
    expect(keyPrefix).toBe(secret.slice(0, 16));
    expect(keyLast4).toBe(secret.slice(-4));
  }
  expect(new Set(minted.map(({ secret }) => secret)).size).toBe(200);
  const used = new Set(minted.flatMap(({ secret }) => secret.slice(9, 39).split('')));
  expect(used.size).toBe(62);
});

test('a known key: the checksum is CRC-32 of all before it, written in base62, zeros in front', () => {
  // CRC-32 by Python: zlib.crc32(b'assay_pk_' + b'0' * 30) = 3404007596 = base62 '3iMrsK'.
  expect(isKey(`assay_pk_${'0'.repeat(30)}3iMrsK`)).toBe(true);
});

test('the hash is of the whole key, and the key is not in what is kept', () => {
  const { secret, keyHash, keyPrefix, keyLast4 } = keySecrets.mint();
  expect(keySecrets.hash(secret)).toBe(keyHash);
  expect(keyHash).toMatch(/^[0-9a-f]{64}$/);
  expect(keyPrefix.length + keyLast4.length).toBeLessThan(secret.length / 2);
});

test('refused without a look-up: one character changed, two neighbours swapped, a character lost or added', () => {
  fc.assert(
    fc.property(fc.nat(35), fc.constantFrom(...BASE62), (at, other) => {
      const { secret } = keySecrets.mint();
      const place = 9 + at;
      const changed = secret.slice(0, place) + other + secret.slice(place + 1);
      expect(isKey(changed)).toBe(changed === secret);
      const pair = secret.slice(place - 1, place + 1);
      if (place > 9 && pair[0] !== pair[1])
        expect(isKey(secret.slice(0, place - 1) + pair[1] + pair[0] + secret.slice(place + 1))).toBe(false);
      expect(isKey(secret.slice(0, place) + secret.slice(place + 1))).toBe(false);
      expect(keySecrets.hash(changed === secret ? `${secret}x` : changed)).toBeNull();
    }),
  );
});

test('whatever else is sent is no key and gives no error', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.string().map((s) => `assay_pk_${s}`),
      ),
      (text) => {
        expect(keySecrets.hash(text)).toBeNull();
      },
    ),
  );
});
