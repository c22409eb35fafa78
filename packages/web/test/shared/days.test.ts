import { afterEach, describe, expect, test } from 'vitest';
import { dayMoments } from '../../src/shared/dayMoments.ts';
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

describe('days are those of the zone that dates are shown in', () => {
  const zone = process.env['TZ'];
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });
  test.each([
    ['Asia/Shanghai', '2026-11-19T16:00:00.000Z', '2026-11-20T15:59:59.999Z'],
    ['America/New_York', '2026-11-20T05:00:00.000Z', '2026-11-21T04:59:59.999Z'],
    ['UTC', '2026-11-20T00:00:00.000Z', '2026-11-20T23:59:59.999Z'],
  ])('%s', (name, from, to) => {
    process.env['TZ'] = name;
    expect(dayMoments({ from: '2026-11-20', to: '2026-11-20' })).toEqual({ from, to });
    expect(dayMoments({})).toEqual({ from: undefined, to: undefined });
  });
});
