import { array, assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { ranked } from '../../src/signal/orderStatistics.ts';

test('has every rank where sorting puts it, equal values or not', () => {
  const lengths = { minLength: 1, maxLength: 80 };
  assert(
    property(array(integer({ min: -20, max: 20 }), lengths), integer({ min: 0, max: 79 }), (of, rank) => {
      const values = Float32Array.from(of, (value) => value / 3);
      expect(ranked(values.slice(), rank)).toBe(values.slice().sort()[rank]);
    }),
  );
});

test('finds no rank beyond the values; infinities, and values sorted already, are no trouble', () => {
  expect(ranked(new Float32Array(), 0)).toBeUndefined();
  expect(ranked(Float32Array.of(1), 1)).toBeUndefined();
  expect(ranked(Float32Array.of(1), -1)).toBeUndefined();
  expect(ranked(Float32Array.of(1, Number.POSITIVE_INFINITY, -1), 2)).toBe(Number.POSITIVE_INFINITY);
  const rising = Float32Array.from({ length: 50_000 }, (_, i) => i);
  expect([ranked(rising.slice(), 25_000), ranked(rising.toReversed(), 49_999)]).toEqual([25_000, 49_999]);
});
