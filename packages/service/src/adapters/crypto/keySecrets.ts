/**
 * API keys as texts (docs/spec/api-keys.md#form-of-a-key):
 *     assay_pk_ | 30 random characters of base62 | CRC-32 of all before, 6 characters of base62
 * 30 characters carry 178 bits. The checksum lets a scanner for leaked secrets, and us, tell a key from a lookalike
 * without asking a database. Source of the form: GitHub, "Behind GitHub's new authentication token formats", 2021.
 * @module
 */
import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from '@assay/core/encoding/crc32';
import type { KeySecrets } from '../../app/ports/accounts/apiKeys.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'assay_pk_';
const RANDOM_CHARS = 30;
const CHECKSUM_CHARS = 6;
/** Room for keys with more random characters, which a later version may make. */
const FORM = /^assay_pk_[0-9A-Za-z]{36,128}$/;
const SHOWN_PREFIX_CHARS = 16;

/** 248 = 4 x 62: bytes from here on would favour the first letters of the alphabet. */
const UNBIASED_BYTES = 248;

function randomText(length: number): string {
  let text = '';
  while (text.length < length)
    for (const byte of randomBytes(length))
      if (byte < UNBIASED_BYTES && text.length < length) text += ALPHABET[byte % 62];
  return text;
}

/** 62^6 > 2^32: six characters hold every checksum. */
function checksum(text: string): string {
  let rest = crc32(Buffer.from(text, 'ascii'));
  let digits = '';
  for (let i = 0; i < CHECKSUM_CHARS; i++) {
    digits = `${ALPHABET[rest % 62]}${digits}`;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

export const isKey = (text: string): boolean =>
  FORM.test(text) && checksum(text.slice(0, -CHECKSUM_CHARS)) === text.slice(-CHECKSUM_CHARS);

/** A key has 178 random bits, so a fast hash is as good as a slow one, and an index can find it. */
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

export const keySecrets: KeySecrets = {
  mint() {
    const body = `${PREFIX}${randomText(RANDOM_CHARS)}`;
    const secret = `${body}${checksum(body)}`;
    return {
      secret,
      keyPrefix: secret.slice(0, SHOWN_PREFIX_CHARS),
      keyLast4: secret.slice(-4),
      keyHash: hashOf(secret),
    };
  },
  hash: (secret) => (isKey(secret) ? hashOf(secret) : null),
};
