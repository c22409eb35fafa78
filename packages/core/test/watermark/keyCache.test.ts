import { expect, test } from 'vitest';
import { cachedByKey } from '../../src/watermark/keyCache.ts';

test('what a key gives is made once, until eight other keys have come', () => {
  const made: number[] = [];
  const of = cachedByKey((key) => made.push(key[0] as number));
  const key = (first: number): Uint8Array => new Uint8Array(32).fill(first);
  expect(of(key(1))).toBe(of(key(1)));
  for (let first = 2; first <= 9; first++) of(key(first));
  of(key(9));
  expect(made).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  of(key(1));
  expect(made).toHaveLength(10);
});
