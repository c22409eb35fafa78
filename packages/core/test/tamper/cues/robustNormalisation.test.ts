import { expect, test } from 'vitest';
import { valueAt, valuesAt } from '../../../src/tamper/cues/robustNormalisation.ts';

test('values at many positions are those at each, at the ends, at knots, and without any knot', () => {
  const positions = Float32Array.of(0, 0.25, 1, 1.5, 2.875, 3);
  for (const values of [Float32Array.of(1, 4, -2, 0.5), Float32Array.of(7), new Float32Array(0)]) {
    const inside = positions.filter((position) => position <= Math.max(0, values.length - 1));
    expect([...valuesAt(values, inside)]).toEqual([...inside].map((position) => valueAt(values, position)));
  }
  expect(valuesAt(Float32Array.of(1, 4), Float32Array.of(0.25))[0]).toBe(1.75);
});
