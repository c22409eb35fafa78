import { describe, expect, test } from 'vitest';
import { nearestName } from '../../../../src/http/request/query/nearestName.ts';

const KNOWN = ['page', 'page_size', 'verdict', 'start_date', 'end_date', 'order', 'sort', 'q'];

describe('a misspelt name', () => {
  test.each([
    ['verdcit', 'verdict'],
    ['verdct', 'verdict'],
    ['verdicts', 'verdict'],
    ['vardict', 'verdict'],
    ['pageSize', 'page_size'],
    ['page-size', 'page_size'],
    ['pagesize', 'page_size'],
    ['VERDICT', 'verdict'],
    ['pgae', 'page'],
    ['enddate', 'end_date'],
    ['Q', 'q'],
  ])('%s was meant to be %s', (sent, meant) => {
    expect(nearestName(sent, KNOWN)).toBe(meant);
  });

  test.each(['limit', 'size', 'from', '', '__proto__', 'x'.repeat(16_000)])('%.20s is near to none', (sent) => {
    expect(nearestName(sent, KNOWN.slice(0, -1))).toBeNull();
  });

  test('of equally near ones the first is named', () => {
    expect(nearestName('bat', ['cat', 'hat'])).toBe('cat');
  });

  test('the fewest mistakes win over the order', () => {
    expect(nearestName('start_dates', ['stark_date', 'start_date'])).toBe('start_date');
  });
});
