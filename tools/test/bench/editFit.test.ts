import { expect, test } from 'vitest';
import { fitEdit, type FitRow } from '../../../bench/verdict/editFit.ts';
import { seededRandom } from '../../../bench/verdict/random.ts';

const row = (isEdit: boolean, changeStrength: number): FitRow => ({
  isEdit,
  changeStrength,
  hasRegion: changeStrength >= 1,
});

/** P(edit) of a step: hardly any below 1, nearly all above 2, half between. */
const law = (strength: number): number => (strength < 1 ? 0.05 : strength < 2 ? 0.5 : 0.95);

test('the law that made the rows is found again, and what rises stays rising', () => {
  const random = seededRandom(7);
  const rows = Array.from({ length: 6000 }, () => {
    const strength = 3 * random.uniform();
    return row(random.uniform() < law(strength), strength);
  });
  const { knots } = fitEdit(rows);
  for (const [strength, probability] of knots)
    if (Math.min(...[1, 2].map((step) => Math.abs(strength - step))) > 0.1)
      expect(Math.abs(probability - law(strength)), String(strength)).toBeLessThan(0.08);
  for (let k = 1; k < knots.length; k++) {
    expect(knots[k]![0]).toBeGreaterThan(knots[k - 1]![0]);
    expect(knots[k]![1]).toBeGreaterThan(knots[k - 1]![1]);
  }
});

test('both classes weigh the same in sum, and nothing is certain', () => {
  // Nine honest copies, three forgeries of which one shows no region: it weighs 2 of 6, each honest copy 2 / 3.
  const rows = [...Array.from({ length: 9 }, () => row(false, 0.2)), row(true, 0.3), row(true, 2), row(true, 3)];
  expect(fitEdit(rows).unmarkedMax).toBeCloseTo((6 + 1) / (6 + 2 + 2), 12);
  expect(fitEdit(rows).knots).toEqual([[0.2, 0.5]]);
});

test('rows of one class are refused', () => {
  expect(() => fitEdit([row(true, 1)])).toThrow(RangeError);
});
