import { expect, test } from 'vitest';
import { numberProblem, settingsOf } from '../../../src/pages/organization/settings.ts';

test('numbers are whole and above 0, or left out', () => {
  expect(['', ' ', '1', ' 30 '].filter(numberProblem)).toEqual([]);
  expect(['0', '-1', '1.5', 'x', '1e3', '01'].filter(numberProblem)).toHaveLength(6);
});

const SHOWN = { retention_days: null, max_users: 1, max_assets: 1000, max_verifications_per_day: 100 };

test('an empty field is no bound, and a box that is not ticked is off', () => {
  const fields = { called: ' Post ', retention_days: '30', max_users: '', max_assets: '', public_asset_ids: 'on' };
  expect(settingsOf({ ...fields, max_verifications_per_day: '50' }, SHOWN)).toEqual({
    name: 'Post',
    public_verification: false,
    public_asset_ids: true,
    retention_days: 30,
    max_users: null,
    max_assets: null,
    max_verifications_per_day: 50,
  });
});

test('numbers that the plan allows are not sent back as limits of one’s own', () => {
  const fields = {
    called: 'Post',
    plan: 'pro',
    max_users: '1',
    max_assets: '1000',
    max_verifications_per_day: ' 100 ',
  };
  expect(settingsOf({ ...fields, retention_days: '' }, SHOWN)).toEqual({
    name: 'Post',
    plan: 'pro',
    public_verification: false,
    public_asset_ids: false,
  });
});
