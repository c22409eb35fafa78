import { expect, test } from 'vitest';
import { qualityTarget } from '../../../../src/watermark/tile/embed/qualityTarget.ts';

const LOUD = { strength: 1, psnrDb: 30 };

test('a large picture is changed less: 1.5 dB for ten times the pixels, from 40.6 to 42 dB', () => {
  const psnrOf = (pixels: number) => qualityTarget(LOUD, 1, { share: 1 }, pixels).psnrDb;
  expect(psnrOf(64 * 64)).toBe(40.6);
  expect(psnrOf(481 * 321)).toBeCloseTo(40.6, 6);
  expect(psnrOf(481 * 321 * 10 ** 0.5)).toBeCloseTo(41.35, 6);
  expect(psnrOf(12e6)).toBe(42);
});

test('half the budget is 3 dB more, and a quiet strength is kept', () => {
  expect(qualityTarget(LOUD, 1, { share: 0.5 }, 12e6).psnrDb).toBeCloseTo(42 + 10 * Math.log10(2), 6);
  expect(qualityTarget({ strength: 1, psnrDb: 45 }, 0.5, { share: 1 }, 12e6).psnrDb).toBeCloseTo(
    45 + 20 * Math.log10(2),
    6,
  );
});

test('a strength or share outside (0, 1] is refused by name', () => {
  expect(() => qualityTarget(LOUD, 0, { share: 1 }, 1e6)).toThrow('strength: expected a number in (0, 1], got 0');
  expect(() => qualityTarget(LOUD, 1, { share: 1.5 }, 1e6)).toThrow('share: expected a number in (0, 1], got 1.5');
});

test('a third of it is 4 dB less than a third, for three are decoded jointly, and reading needs as much less', () => {
  const { psnrDb, ssimMin, energyNeeded } = qualityTarget(LOUD, 1, { share: 1 / 3 }, 12e6);
  expect(psnrDb).toBeCloseTo(42 + 10 * Math.log10(3) + 4, 6);
  expect(1 - ssimMin).toBeCloseTo(0.0115 / 3, 6);
  expect(energyNeeded).toBeCloseTo(10 ** -0.4, 6);
  expect(qualityTarget(LOUD, 1, { share: 0.5 }, 12e6).energyNeeded).toBe(1);
});

test('a share grows with what other tracks leave, up to all of the budget', () => {
  const grown = qualityTarget(LOUD, 1, { share: 1 / 3, growth: 1.5 }, 12e6).psnrDb;
  expect(grown).toBeCloseTo(42 + 10 * Math.log10(2) + 4, 6);
  expect(qualityTarget(LOUD, 1, { share: 0.5, growth: 3 }, 12e6).psnrDb).toBe(42);
});
