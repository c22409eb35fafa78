import { describe, expect, test } from 'vitest';
import { expectedDeviation, fitExpectedDeviation } from '../../../src/tamper/cues/expectedDeviation.ts';
import { seededUniform } from '../../pictures/numbers.ts';

const COUNT = 4000;
const EVERYWHERE = new Uint8Array(COUNT).fill(1);
const uniform = seededUniform(3);
const ACTIVITY = Float32Array.from({ length: COUNT }, () => 40 * uniform());
/** 1 level and a tenth of the texture, give or take a fifth. */
const DEVIATION = ACTIVITY.map((a) => (1 + 0.1 * a) * (0.8 + 0.4 * uniform()));

describe('what is expected of an unedited place', () => {
  test('follows the texture, within a tenth', () => {
    const knots = fitExpectedDeviation(DEVIATION, ACTIVITY, EVERYWHERE);
    for (const a of [3, 10, 20, 35]) expect(expectedDeviation(knots, a) / (1 + 0.1 * a)).toBeCloseTo(1, 0.9);
  });

  test('does not move by more than a fifth when a quarter of the places is edited', () => {
    const edited = DEVIATION.map((d, i) => (i % 4 === 0 ? 30 : d));
    const knots = fitExpectedDeviation(edited, ACTIVITY, EVERYWHERE);
    for (const a of [3, 10, 20, 35]) {
      expect(expectedDeviation(knots, a) / (1 + 0.1 * a)).toBeLessThan(1.2);
      expect(expectedDeviation(knots, a) / (1 + 0.1 * a)).toBeGreaterThan(0.9);
    }
  });

  test('never falls with the texture, also beyond what was seen', () => {
    const knots = fitExpectedDeviation(DEVIATION, ACTIVITY, EVERYWHERE);
    let last = 0;
    for (let a = 0; a < 120; a += 0.5) {
      const now = expectedDeviation(knots, a);
      expect(now).toBeGreaterThanOrEqual(last);
      last = now;
    }
  });

  test('is 0 where nothing can be judged', () => {
    const knots = fitExpectedDeviation(DEVIATION, ACTIVITY, new Uint8Array(COUNT));
    expect(expectedDeviation(knots, 10)).toBe(0);
  });
});
