import { expect, test } from 'vitest';
import { lastDays } from '../../../src/pages/usage/lastDays.ts';

test('days without use stand between those with use, across the end of a month', () => {
  const used = [
    { period: '2026-02-27', uploads_count: 1, verifications_count: 2 },
    { period: '2026-03-02', uploads_count: 3, verifications_count: 4 },
  ];
  const days = lastDays(used, 5);
  expect(days.map(({ period }) => period)).toEqual([
    '2026-02-26',
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
  ]);
  expect(days.map((day) => day.verifications_count)).toEqual([0, 2, 0, 0, 4]);
});

test('where nothing was used there are no days', () => {
  expect(lastDays([], 31)).toEqual([]);
});
