import { base64Floats } from '@assay/core/signal/base64Floats';
import { expect, test } from 'vitest';

test('base64Floats reads what Node writes, with and without padding', () => {
  for (const values of [[], [1.5], [0.1, -2e9], [3, 4, 5], [Math.PI, -0, 1e-38, 7]]) {
    const floats = Float32Array.from(values);
    const text = Buffer.from(floats.buffer).toString('base64');
    expect(base64Floats(text)).toEqual(floats);
    expect(base64Floats(text.replaceAll('=', ''))).toEqual(floats);
  }
});

test('base64Floats refuses other characters and broken floats', () => {
  expect(() => base64Floats('AA-A')).toThrow(RangeError);
  expect(() => base64Floats('AAAA')).toThrow(RangeError);
});
