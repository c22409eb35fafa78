import { expect, test } from 'vitest';
import { comingText } from '../../src/shared/format.ts';

test('what comes today is told to the second, what comes later with its day', () => {
  const now = new Date(2026, 10, 24, 18, 0, 0).getTime();
  expect(comingText(new Date(2026, 10, 24, 18, 1, 30).getTime(), now, 'en-GB')).toBe('18:01:30');
  expect(comingText(new Date(2026, 11, 1, 1, 0, 0).getTime(), now, 'en-GB')).toBe('1 Dec 2026, 01:00');
});
