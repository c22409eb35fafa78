import { expect, test } from 'vitest';
import { uuidV7 } from '../../src/adapters/uuidV7.ts';

test('the example of RFC 9562, appendix A.6, comes out bit for bit', () => {
  // Time 2022-02-22T19:22:22Z, rand_a 0xCC3, rand_b 0x18C4DC0C0C07398F.
  const random = Buffer.from('0000000000000cc318c4dc0c0c07398f', 'hex');
  expect(uuidV7(0x017f22e279b0, random)).toBe('017f22e2-79b0-7cc3-98c4-dc0c0c07398f');
});

test('later times sort behind earlier ones', () => {
  const random = Buffer.alloc(16, 0xff);
  const ids = [0, 1, 2 ** 32 - 1, 2 ** 32, 1_800_000_000_000].map((ms) => uuidV7(ms, random));
  expect([...ids].sort()).toEqual(ids);
});
