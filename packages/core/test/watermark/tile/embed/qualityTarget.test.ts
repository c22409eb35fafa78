import { expect, test } from 'vitest';
import { qualityTarget } from '../../../../src/watermark/tile/embed/qualityTarget.ts';

const LOUD = { strength: 1, psnrDb: 30 };

test('a large picture is changed less: 1.5 dB for ten times the pixels, from 40.6 to 42 dB', () => {
  const psnrOf = (pixels: number) => qualityTarget(LOUD, 1, 1, pixels).psnrDb;
  expect(psnrOf(64 * 64)).toBe(40.6);
  expect(psnrOf(481 * 321)).toBeCloseTo(40.6, 6);
  expect(psnrOf(481 * 321 * 10 ** 0.5)).toBeCloseTo(41.35, 6);
  expect(psnrOf(12e6)).toBe(42);
});

test('half the budget is 3 dB more, and a quiet strength is kept', () => {
  expect(qualityTarget(LOUD, 1, 0.5, 12e6).psnrDb).toBeCloseTo(42 + 10 * Math.log10(2), 6);
  expect(qualityTarget({ strength: 1, psnrDb: 45 }, 0.5, 1, 12e6).psnrDb).toBeCloseTo(45 + 20 * Math.log10(2), 6);
});

test('a strength or share outside (0, 1] is refused by name', () => {
  expect(() => qualityTarget(LOUD, 0, 1, 1e6)).toThrow('strength: expected a number in (0, 1], got 0');
  expect(() => qualityTarget(LOUD, 1, 1.5, 1e6)).toThrow('share: expected a number in (0, 1], got 1.5');
});
