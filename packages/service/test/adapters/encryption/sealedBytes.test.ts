import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { CHUNK_BYTES, HEADER_BYTES, sealedSize, TAG_BYTES } from '@assay/core/encryption/chunkedLayout';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { messageKeys } from '../../../src/adapters/encryption/messageKeys.ts';
import {
  fileContext,
  openBytes,
  openBytesInSteps,
  sealBytes,
  sealBytesInSteps,
} from '../../../src/adapters/encryption/sealedBytes.ts';
import { DamagedFileError } from '../../../src/app/ports/assets/storage.ts';

const vectors = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`./vectors/${name}.json`, import.meta.url), 'utf8')) as T;
const fromHex = (text: string) => Buffer.from(text, 'hex');
const hash = (name: string, bytes: Uint8Array) => createHash(name).update(bytes).digest('hex');

/** As generate.py makes it. */
const pattern = (length: number) => Uint8Array.from({ length }, (_, i) => (i * 7 + Math.floor(i / 251)) % 256);

interface Published {
  readonly tests: readonly Record<
    'tcId' | 'comment' | 'key' | 'ctx' | 'ct' | 'aeadKey' | 'baseNonce' | 'msgSha512',
    string
  >[];
}

describe('published vectors', () => {
  test.each(vectors<Published>('wycheproof').tests)('Wycheproof $tcId opens and seals again: $comment', (vector) => {
    const { key, ctx, ct, aeadKey, baseNonce, msgSha512 } = vector;
    const sealed = inflateSync(fromHex(ct));
    const fileKey = { key: fromHex(key), context: fromHex(ctx) };
    const keys = messageKeys(fileKey.key, sealed.subarray(0, 24), fileKey.context);
    expect(Buffer.from(keys.key).toString('hex')).toBe(aeadKey);
    expect(Buffer.from(keys.baseNonce).toString('hex')).toBe(baseNonce);
    const plain = openBytes(fileKey, sealed);
    expect(hash('sha512', plain)).toBe(msgSha512);
    expect(sealBytes(fileKey, plain, sealed.subarray(0, 24)).equals(sealed)).toBe(true);
  });
});

interface OwnVector {
  readonly comment: string;
  readonly key: string;
  readonly salt: string;
  readonly organization_id: string;
  readonly asset_id: string;
  readonly variant: string;
  readonly plain_bytes: number;
  readonly sealed_bytes: number;
  readonly sealed_head: string;
  readonly sealed_sha256: string;
}

describe('vectors of the second implementation (generate.py)', () => {
  test.each(vectors<readonly OwnVector[]>('chunked-encryption'))('$plain_bytes bytes: $comment', (vector) => {
    const context = fileContext(vector.organization_id, vector.asset_id, vector.variant);
    const fileKey = { key: fromHex(vector.key), context };
    const sealed = sealBytes(fileKey, pattern(vector.plain_bytes), fromHex(vector.salt));
    expect(sealed.length).toBe(vector.sealed_bytes);
    expect(sealed.subarray(0, 88).toString('hex')).toBe(vector.sealed_head);
    expect(hash('sha256', sealed)).toBe(vector.sealed_sha256);
    expect(openBytes(fileKey, sealed).equals(pattern(vector.plain_bytes))).toBe(true);
  });
});

describe('what is refused', () => {
  const context = fileContext('organization', 'asset', 'original');
  const fileKey = { key: randomBytes(32), context };
  const plain = pattern(3 * CHUNK_BYTES + 100);
  const sealed = sealBytes(fileKey, plain);
  const changed = (change: (bytes: Buffer) => void) => {
    const copy = Buffer.from(sealed);
    change(copy);
    return copy;
  };
  const sealedChunk = CHUNK_BYTES + TAG_BYTES;
  const chunk = (bytes: Buffer, index: number) =>
    bytes.subarray(HEADER_BYTES + index * sealedChunk, HEADER_BYTES + (index + 1) * sealedChunk);

  test('any one flipped bit', () => {
    const place = fc.oneof(fc.integer({ min: 0, max: sealed.length - 1 }), fc.integer({ min: 0, max: HEADER_BYTES }));
    fc.assert(
      fc.property(place, fc.integer({ min: 0, max: 7 }), (at, bit) => {
        const copy = changed((bytes) => {
          bytes[at] = (bytes[at] as number) ^ (1 << bit);
        });
        expect(() => openBytes(fileKey, copy)).toThrow(DamagedFileError);
      }),
    );
  });

  test('every truncation, at a chunk border as anywhere else', () => {
    const borders = [0, 1, 2, 3].flatMap((k) => [-1, 0, 1, TAG_BYTES].map((d) => HEADER_BYTES + k * sealedChunk + d));
    for (const length of [0, 1, HEADER_BYTES - 1, sealed.length - 1, ...borders])
      expect(() => openBytes(fileKey, sealed.subarray(0, length)), `${length}`).toThrow(DamagedFileError);
  });

  test('bytes added behind the end', () => {
    for (const more of [1, TAG_BYTES, 1000])
      expect(() => openBytes(fileKey, Buffer.concat([sealed, Buffer.alloc(more)]))).toThrow(DamagedFileError);
  });

  test('chunks in another order, repeated, or taken from another file under the same key', () => {
    const swapped = changed((bytes) => {
      const first = Buffer.from(chunk(bytes, 0));
      chunk(bytes, 1).copy(chunk(bytes, 0));
      first.copy(chunk(bytes, 1));
    });
    const repeated = changed((bytes) => void chunk(bytes, 1).copy(chunk(bytes, 2)));
    const foreign = sealBytes(fileKey, plain);
    const mixed = changed((bytes) => void chunk(foreign, 1).copy(chunk(bytes, 1)));
    for (const bytes of [swapped, repeated, mixed]) expect(() => openBytes(fileKey, bytes)).toThrow(DamagedFileError);
  });

  test('another key, and every other organization, asset or variant', () => {
    expect(() => openBytes({ ...fileKey, key: randomBytes(32) }, sealed)).toThrow(/another key or another file/);
    for (const [organization, asset, variant] of [
      ['other', 'asset', 'original'],
      ['organization', 'other', 'original'],
      ['organization', 'asset', 'preview'],
      ['organizationa', 'sset', 'original'],
    ] as const) {
      const other = { ...fileKey, context: fileContext(organization, asset, variant) };
      expect(() => openBytes(other, sealed)).toThrow(/another key or another file/);
    }
  });

  test('the same bytes sealed twice share nothing but their size', () => {
    const again = sealBytes(fileKey, plain);
    expect(again.length).toBe(sealed.length);
    expect(again.length).toBe(sealedSize(plain.length));
    expect(again.subarray(0, 80).equals(sealed.subarray(0, 80))).toBe(false);
  });

  test('in steps the same file comes out, the same is refused, and others have their turn meanwhile', async () => {
    const long = pattern(200 * CHUNK_BYTES);
    let turns = 0;
    const counting = setInterval(() => void turns++, 0);
    const [first, second] = await Promise.all([sealBytesInSteps(fileKey, long), sealBytesInSteps(fileKey, plain)]);
    expect(openBytes(fileKey, first).equals(long)).toBe(true);
    expect((await openBytesInSteps(fileKey, second)).equals(plain)).toBe(true);
    clearInterval(counting);
    expect(turns).toBeGreaterThan(0);
    first[first.length - 1] = (first[first.length - 1] as number) ^ 1;
    await expect(openBytesInSteps(fileKey, first)).rejects.toThrow(DamagedFileError);
  });

  test('keys and salts of other sizes are a bug of ours', () => {
    expect(() => messageKeys(Buffer.alloc(16), Buffer.alloc(24), context)).toThrow(RangeError);
    expect(() => messageKeys(Buffer.alloc(32), Buffer.alloc(23), context)).toThrow(RangeError);
  });
});
