import { expect, test } from 'vitest';
import { numberProblem, settingsOf } from '../../../src/pages/organization/settings.ts';

test('numbers are whole and above 0, or left out', () => {
  expect(['', ' ', '1', ' 30 '].filter(numberProblem)).toEqual([]);
  expect(['0', '-1', '1.5', 'x', '1e3', '01'].filter(numberProblem)).toHaveLength(6);
});

test('an empty field is no bound, and a box that is not ticked is off', () => {
  expect(settingsOf({ called: ' Post ', retention_days: '30', max_users: '', public_asset_ids: 'on' })).toEqual({
    name: 'Post',
    public_verification: false,
    public_asset_ids: true,
    retention_days: 30,
    max_users: null,
    max_assets: null,
    max_verifications_per_day: null,
  });
});
