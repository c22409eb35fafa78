import fc from 'fast-check';
import { expect, test } from 'vitest';
import { base64OfBytes, bytesOfBase64, floatsOfBase64 } from '../../src/encoding/base64.ts';

/** RFC 4648, section 10. */
test.each([
  ['', ''],
  ['f', 'Zg=='],
  ['fo', 'Zm8='],
  ['foo', 'Zm9v'],
  ['foob', 'Zm9vYg=='],
  ['fooba', 'Zm9vYmE='],
  ['foobar', 'Zm9vYmFy'],
])('the vector "%s" of RFC 4648 is written and read', (text, encoded) => {
  const bytes = new TextEncoder().encode(text);
  expect(base64OfBytes(bytes)).toBe(encoded);
  expect(bytesOfBase64(encoded)).toEqual(bytes);
});

test('base 64 is that of Node, and has one text for one sequence of bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      const text = base64OfBytes(bytes);
      expect(text).toBe(Buffer.from(bytes).toString('base64'));
      expect(bytesOfBase64(text)).toEqual(bytes);
    }),
  );
  for (const text of ['A', 'AA', 'AAA', 'AB==', 'AA=A', 'AA-_', 'A===', ' AAAA'])
    expect(bytesOfBase64(text), text).toBeNull();
});

test('whatever text comes in is read as one that is written again letter for letter, or not at all', () => {
  const texts = fc.string({ unit: fc.constantFrom(...'ABab01+/=-_ \n\u00e9'), maxLength: 12 });
  fc.assert(
    fc.property(texts, (text) => {
      const bytes = bytesOfBase64(text);
      if (bytes) expect(base64OfBytes(bytes)).toBe(text);
    }),
    { numRuns: 2000 },
  );
});

test('floats are those that Node writes', () => {
  for (const values of [[], [1.5], [0.1, -2e9], [3, 4, 5], [Math.PI, -0, 1e-38, 7]]) {
    const floats = Float32Array.from(values);
    expect(floatsOfBase64(Buffer.from(floats.buffer).toString('base64'))).toEqual(floats);
  }
});

test('other characters, missing padding and broken floats are refused', () => {
  for (const text of ['AA-A', 'AAAA', 'AADAPw']) expect(() => floatsOfBase64(text), text).toThrow(RangeError);
});
