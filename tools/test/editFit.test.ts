import { expect, test } from 'vitest';
import { fitEdit, type FitRow } from '../../bench/verdict/editFit.ts';
import { seededRandom } from '../../bench/verdict/random.ts';

/** Rows of which the edits follow a known law. */
function rowsOf(law: readonly [number, number, number], count: number): FitRow[] {
  const random = seededRandom(7);
  return Array.from({ length: count }, () => {
    const changeStrength = Math.exp(random.normal() * 0.4);
    const backgroundChange = random.uniform() < 0.5 ? 1 : 1 + 2 * random.uniform();
    const logit = law[0] + law[1] * Math.log(changeStrength) + law[2] * Math.log(backgroundChange);
    const isEdit = random.uniform() < 1 / (1 + Math.exp(-logit));
    return { isEdit, changeStrength, backgroundChange, hasRegion: changeStrength > 1 };
  });
}

test('the law that made the rows is found again, that of the background too', () => {
  // Half of the weight is the edits': the intercept moves by the log of the classes' odds, the slopes do not.
  const rows = rowsOf([0, 8, -3], 6000);
  const { intercept, perLogStrength, perLogBackground } = fitEdit(rows);
  const edits = rows.filter(({ isEdit }) => isEdit).length;
  expect(intercept - Math.log((rows.length - edits) / edits)).toBeCloseTo(0, 0);
  expect(Math.abs(perLogStrength - 8)).toBeLessThan(1);
  expect(Math.abs(perLogBackground + 3)).toBeLessThan(1);
});

test('shares are counted with equal weight of both classes, and never 0 or 1', () => {
  const row = (isEdit: boolean, changeStrength: number): FitRow => ({
    isEdit,
    changeStrength,
    backgroundChange: 1,
    hasRegion: changeStrength >= 1,
  });
  // Nine honest copies, three forgeries of which one shows no region: it weighs 2 of 6, each honest copy 2 / 3.
  const rows = [...Array.from({ length: 9 }, () => row(false, 0.2)), row(true, 0.3), row(true, 2), row(true, 3)];
  const { min, max, unmarkedMax } = fitEdit(rows);
  expect(min).toBeCloseTo(1 / (6 + 2), 12);
  expect(max).toBeCloseTo((4 + 1) / (4 + 2), 12);
  expect(unmarkedMax).toBeCloseTo((6 + 1) / (6 + 2 + 2), 12);
});

test('rows of one class are refused', () => {
  expect(() => fitEdit([{ isEdit: true, changeStrength: 1, backgroundChange: 1, hasRegion: true }])).toThrow(
    RangeError,
  );
});
