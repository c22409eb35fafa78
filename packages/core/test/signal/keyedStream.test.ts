import { createCipheriv } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { keyedStream, shuffled } from '../../src/signal/keyedStream.ts';

const KEY = Uint8Array.from({ length: 32 }, (_, i) => i);

describe('keyedStream', () => {
  test('is the ChaCha20 key stream of OpenSSL, little-endian words, across its buffer’s end', () => {
    // OpenSSL's iv is the block counter (little-endian 32 bits) and the nonce.
    const iv = Buffer.alloc(16);
    iv.write('label', 4);
    const bytes = createCipheriv('chacha20', KEY, iv).update(Buffer.alloc(4 * 2500));
    const stream = keyedStream(KEY, 'label');
    for (let i = 0; i < 2500; i++) expect(stream.uint32()).toBe(bytes.readUInt32LE(4 * i));
  });

  test('labels give different numbers, the same label the same', () => {
    const take = (label: string): number[] => Array.from({ length: 8 }, keyedStream(KEY, label).uint32);
    expect(take('a')).toEqual(take('a'));
    expect(take('a')).not.toEqual(take('b'));
  });

  test('below() stays below its bound and reaches every value', () => {
    const stream = keyedStream(KEY, 'below');
    const seen = new Set(Array.from({ length: 500 }, () => stream.below(7)));
    expect([...seen].toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  test('shuffled() keeps every item and changes the order', () => {
    const items = Array.from({ length: 100 }, (_, i) => i);
    const mixed = shuffled(items, keyedStream(KEY, 'mix'));
    expect(mixed.toSorted((a, b) => a - b)).toEqual(items);
    expect(mixed).not.toEqual(items);
  });

  test('refuses a label longer than a nonce', () => {
    expect(() => keyedStream(KEY, 'thirteen char')).toThrow(RangeError);
  });
});
