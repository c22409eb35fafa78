import { expect, test } from 'vitest';
import { shareOf } from '../../bench/robustness/report/statistics.ts';
import { twoAlternatives } from '../../bench/robustness/forcedChoice/twoAlternatives.mjs';

test('the tail of a fair coin is exact', () => {
  // 1 + 10 + 45 of 1024.
  expect(twoAlternatives(8, 10).pValue).toBeCloseTo(56 / 1024, 12);
  expect(twoAlternatives(0, 10).pValue).toBeCloseTo(1, 12);
  expect(twoAlternatives(10, 10).pValue).toBeCloseTo(1 / 1024, 12);
  expect(twoAlternatives(1000, 2000).pValue).toBeCloseTo(0.5089, 4);
});

test('half right is a sensitivity of nothing, and all right is finite', () => {
  expect(twoAlternatives(12, 24).sensitivity).toBeCloseTo(0, 9);
  // 76 % right is d' = 1 (Green, Swets).
  expect(twoAlternatives(7602, 10_000).sensitivity).toBeCloseTo(1, 2);
  expect(twoAlternatives(24, 24).sensitivity).toBeGreaterThan(2);
  expect(twoAlternatives(24, 24).sensitivity).toBeLessThan(4);
});

test('the interval of the share holds it, within 0 and 1', () => {
  const { low, high } = twoAlternatives(12, 24);
  expect([low, high].map((value) => Number(value.toFixed(2)))).toEqual([0.31, 0.69]);
  expect(twoAlternatives(24, 24).high).toBeCloseTo(1, 12);
  expect(twoAlternatives(24, 24).high).toBeLessThanOrEqual(1);
});

test.each([
  [5, 4],
  [-1, 4],
  [0, 0],
  [1.5, 4],
])('%s of %s is no count of trials', (right, trials) => {
  expect(() => twoAlternatives(right, trials)).toThrow(RangeError);
});

test('the interval that the page computes by itself is that of the reports', () => {
  for (const right of [0, 3, 12, 24]) {
    const { low, high } = shareOf(right, 24);
    expect(twoAlternatives(right, 24).low).toBeCloseTo(low, 12);
    expect(twoAlternatives(right, 24).high).toBeCloseTo(high, 12);
  }
});
