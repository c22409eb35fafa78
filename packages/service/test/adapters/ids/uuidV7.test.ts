import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { uuidV7Ids } from '../../../src/adapters/ids/uuidV7.ts';

const idAt = (ms: number): string => uuidV7Ids({ now: () => new Date(ms) }).uuid();

test('the example of RFC 9562, appendix A.6, comes out bit for bit', () => {
  // Time 2022-02-22T19:22:22Z, rand_a 0xCC3, rand_b 0x18C4DC0C0C07398F; the library takes the first 32 random bits apart.
  const random = Buffer.from('0000000000000cc318c4dc0c0c07398f', 'hex');
  const seq = (0xcc3 << 20) | (0x18 << 14) | (0xc4 << 6) | (0xdc >> 2);
  expect(v7({ msecs: 0x017f22e279b0, random, seq })).toBe('017f22e2-79b0-7cc3-98c4-dc0c0c07398f');
});

test("an id holds the clock's milliseconds, version 7 and the variant of the RFC", () => {
  for (let round = 0; round < 200; round++)
    expect(idAt(0x017f22e279b0)).toMatch(/^017f22e2-79b0-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('later times sort behind earlier ones', () => {
  const ids = [0, 1, 2 ** 32 - 1, 2 ** 32, 1_800_000_000_000].map(idAt);
  expect([...ids].sort()).toEqual(ids);
});

test('ids of the same millisecond are all different', () => {
  const ids = new Set(Array.from({ length: 20_000 }, () => idAt(1_800_000_000_000)));
  expect(ids.size).toBe(20_000);
});
