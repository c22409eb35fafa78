import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CHUNK_BYTES,
  CHUNKS_MAX,
  chunkCount,
  chunkNonce,
  chunksOf,
  HEADER_BYTES,
  plainSize,
  sealedSize,
  sealedSpan,
  TAG_BYTES,
} from '../../src/encryption/chunkedLayout.ts';

const size = fc.oneof(fc.integer({ min: 0, max: 5 * CHUNK_BYTES }), fc.integer({ min: 0, max: 2 ** 51 }));

describe('sizes', () => {
  test.each([
    [0, 1],
    [1024, 1],
    [16_383, 1],
    [16_384, 2],
    [20_480, 2],
    [2 * 16_384, 3],
  ])('a message of %i bytes is %i chunks, as the specification counts them', (plain, chunks) => {
    expect(chunkCount(plain)).toBe(chunks);
    expect(sealedSize(plain)).toBe(56 + plain + 16 * chunks);
  });

  test('the plaintext size is told by the encrypted size, for every size', () => {
    fc.assert(fc.property(size, (plain) => plainSize(sealedSize(plain)) === plain));
  });

  test('the sizes that no whole file has are refused, and they are exactly the gaps', () => {
    const valid = new Set(Array.from({ length: 3 * CHUNK_BYTES }, (_, plain) => sealedSize(plain)));
    for (let sealed = 0; sealed < sealedSize(3 * CHUNK_BYTES - 1); sealed++)
      expect([sealed, plainSize(sealed) !== null]).toEqual([sealed, valid.has(sealed)]);
    // Cut off exactly behind a full chunk: the truncation that the specification warns of.
    expect(plainSize(HEADER_BYTES + CHUNK_BYTES + TAG_BYTES)).toBeNull();
  });

  test('more than 4 PiB is refused', () => {
    expect(() => sealedSize(CHUNKS_MAX * CHUNK_BYTES)).toThrow(RangeError);
    expect(() => sealedSize(-1)).toThrow(RangeError);
  });
});

describe('places', () => {
  test('the chunks follow each other from the header to the end of the file', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9 * CHUNK_BYTES }), (plain) => {
        let at = HEADER_BYTES;
        for (let index = 0; index < chunkCount(plain); index++) {
          const { start, end } = sealedSpan(index, plain);
          expect(start).toBe(at);
          at = end;
        }
        expect(at).toBe(sealedSize(plain));
      }),
    );
    expect(() => sealedSpan(1, CHUNK_BYTES - 1)).toThrow(RangeError);
  });

  test('a span of plaintext lies in the chunks that its first and last byte name', () => {
    expect(chunksOf({ start: 0, end: 1 })).toEqual({ first: 0, last: 0 });
    expect(chunksOf({ start: CHUNK_BYTES - 1, end: CHUNK_BYTES + 1 })).toEqual({ first: 0, last: 1 });
    expect(chunksOf({ start: CHUNK_BYTES, end: 2 * CHUNK_BYTES })).toEqual({ first: 1, last: 1 });
  });
});

describe('nonces', () => {
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
  const base = Uint8Array.from({ length: 12 }, (_, i) => 0xf0 + i);

  test('the number of the chunk changes the end of the base nonce, big-endian', () => {
    const zero = new Uint8Array(12);
    expect(hex(chunkNonce(zero, 0x12_3456_789a))).toBe('00000000000000123456789a');
    expect(hex(chunkNonce(base, 0))).toBe(hex(base));
    expect(hex(chunkNonce(base, 1))).toBe('f0f1f2f3f4f5f6f7f8f9fafa');
  });

  test('two chunks never share a nonce', () => {
    const index = fc.integer({ min: 0, max: CHUNKS_MAX - 1 });
    fc.assert(
      fc.property(index, index, (a, b) => (hex(chunkNonce(base, a)) === hex(chunkNonce(base, b))) === (a === b)),
    );
    expect(() => chunkNonce(base, CHUNKS_MAX)).toThrow(RangeError);
  });
});
