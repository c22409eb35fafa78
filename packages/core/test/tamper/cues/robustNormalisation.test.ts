import { expect, test } from 'vitest';
import { knotsOf, valueAt, valueBetween } from '../../../src/tamper/cues/robustNormalisation.ts';

test('values between knots with a neighbour for the last are those of the bins, at the ends, at knots, and without any', () => {
  const positions = Float32Array.of(0, 0.25, 1, 1.5, 2.875, 3);
  for (const values of [Float32Array.of(1, 4, -2, 0.5), Float32Array.of(7), new Float32Array(0)]) {
    const inside = positions.filter((position) => position <= Math.max(0, values.length - 1));
    for (const position of inside) expect(valueBetween(knotsOf(values), position)).toBe(valueAt(values, position));
  }
  expect(valueBetween(knotsOf(Float32Array.of(1, 4)), 0.25)).toBe(1.75);
});
