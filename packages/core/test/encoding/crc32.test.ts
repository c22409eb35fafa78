import { expect, test } from 'vitest';
import { crc32 } from '../../src/encoding/crc32.ts';
import { VECTORS } from '../vectors/watermarkVectors.ts';

test('crc32 agrees with zlib', () => {
  for (const { text, value } of VECTORS.codes.crc32) expect(crc32(new TextEncoder().encode(text))).toBe(value);
});

test('crc32 of "123456789" is the standard’s check value', () => {
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
});
