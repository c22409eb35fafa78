import { expect, test } from 'vitest';
import { daySpan } from '../../src/shared/days.ts';
import { isInOrder } from '../../src/shared/daysInOrder.ts';

test('what an address says becomes days of the calendar, or nothing', () => {
  expect(daySpan({ from: '2024-02-29', to: '2026-11-20' })).toEqual({ from: '2024-02-29', to: '2026-11-20' });
  for (const given of [
    'yesterday',
    '2026-11-31',
    '2026-02-29',
    '2026-13-01',
    '20-11-2026',
    '2026-11-20T10:00:00Z',
    '',
    7,
  ])
    expect(daySpan({ from: given, to: given }), String(given)).toEqual({});
});

test('a span may be one day or open at either end, but not end before it begins', () => {
  expect(isInOrder({ from: '2026-11-20', to: '2026-11-20' })).toBe(true);
  for (const open of [{}, { from: '2026-11-20' }, { to: '2026-11-20' }]) expect(isInOrder(open)).toBe(true);
  expect(isInOrder({ from: '2026-11-20', to: '2026-11-19' })).toBe(false);
});
