import { expect, test } from 'vitest';
import { en } from '../../../../src/i18n/en.ts';
import { makeTranslate } from '../../../../src/i18n/translate.ts';
import { type MarkRemoval, removalText } from '../../../../src/pages/verify/map/removalText.ts';

test('a mark that was taken out is told with how often that happens to honest copies, never less than was measured', () => {
  const told = (change: Partial<MarkRemoval>) =>
    removalText({ asset_id: 'x', honest_probability: 0.0031, subtracted: false, ...change }, makeTranslate(en, 'en'));
  expect(told({})).toContain('at most 0.4 % hold nothing');
  expect(told({ honest_probability: 0 })).toContain('at most 0.1 %');
  expect(told({ subtracted: true })).toContain('wrong sign');
});
