import { expect, test } from 'vitest';
import { activityBins, knotsOf, valueAt, valueBetween } from '../../../src/tamper/cues/robustNormalisation.ts';
import { seededUniform } from '../../pictures/numbers.ts';

test('values between knots with a neighbour for the last are those of the bins, at the ends, at knots, and without any', () => {
  const positions = Float32Array.of(0, 0.25, 1, 1.5, 2.875, 3);
  for (const values of [Float32Array.of(1, 4, -2, 0.5), Float32Array.of(7), new Float32Array(0)]) {
    const inside = positions.filter((position) => position <= Math.max(0, values.length - 1));
    for (const position of inside) expect(valueBetween(knotsOf(values), position)).toBe(valueAt(values, position));
  }
  expect(valueBetween(knotsOf(Float32Array.of(1, 4)), 0.25)).toBe(1.75);
});

test('places are told in the order of their activity, and where it is the same, in their own', () => {
  const uniform = seededUniform(6);
  const activity = Float32Array.from({ length: 50_000 }, () => {
    const value = uniform();
    return value < 0.2 ? 0 : value < 0.4 ? Math.round(20 * value) : 1e3 ** (3 * value - 2);
  });
  const valid = Uint8Array.from({ length: activity.length }, () => (uniform() < 0.9 ? 1 : 0));
  const { places, activity: middles } = activityBins(activity, valid);
  const seen = [...activity.keys()].filter((i) => i % 3 === 0 && valid[i] === 1);
  expect([...places]).toEqual(seen.toSorted((a, b) => (activity[a] as number) - (activity[b] as number)));
  expect(middles).toEqual(middles.toSorted());
});
