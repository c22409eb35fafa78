import { expect, test } from 'vitest';
import { limitsOf } from '../../src/app/organizations/planLimits.ts';
import { composeLimits } from '../../src/compose/limits.ts';
import { readConfig } from '../../src/config/config.ts';
import { manualClock } from '../fakes/manualClock.ts';

test.each([
  [{ NODE_ENV: 'production' }, true],
  [{ NODE_ENV: 'production', ASSAY_REQUIRE_VERIFIED_EMAIL: '0' }, false],
  [{ NODE_ENV: 'development' }, false],
  [{}, false],
  [{ ASSAY_REQUIRE_VERIFIED_EMAIL: '1' }, true],
])('accounts without a confirmed address make no keys in production: %o', (environment, expected) => {
  const config = { ...readConfig({}), ...pick(environment) };
  expect(composeLimits(config, manualClock(), null).limits.requireVerifiedEmail).toBe(expected);
});

test.each([
  [{ NODE_ENV: 'production' }, 'managed'],
  [{ NODE_ENV: 'production', ASSAY_BILLING_MODE: 'open' }, 'open'],
  [{ NODE_ENV: 'development' }, 'open'],
  [{}, 'open'],
  [{ ASSAY_BILLING_MODE: 'managed' }, 'managed'],
])('nobody gives themselves a plan in production: %o', (environment, expected) => {
  const config = { ...readConfig({}), ...pick(environment) };
  expect(composeLimits(config, manualClock(), null).limits.billingMode).toBe(expected);
});

test.each([
  [{}, 1000],
  [{ NODE_ENV: 'production' }, 10],
  [{ ASSAY_FREE_VERIFICATIONS_PER_DAY: '7' }, 7],
])('what an organization is told of the free plan is what its setting says: %o', (environment, expected) => {
  const config = { ...readConfig({}), ...pick(environment) };
  const { plans } = composeLimits(config, manualClock(), null).limits;
  const own = { maxUsers: null, maxAssets: null, maxVerificationsPerDay: null, customLimits: {} };
  expect(limitsOf({ ...own, effectivePlan: 'free' }, plans).maxVerificationsPerDay).toBe(expected);
  expect(limitsOf({ ...own, effectivePlan: 'pro' }, plans)).toEqual({
    maxUsers: 10,
    maxAssets: 100_000,
    maxVerificationsPerDay: 1000,
  });
  expect(limitsOf({ ...own, effectivePlan: 'enterprise' }, plans)).toEqual({
    maxUsers: null,
    maxAssets: null,
    maxVerificationsPerDay: null,
  });
});

/** What production asks for besides is not the matter here. */
function pick(environment: {
  NODE_ENV?: string;
  ASSAY_REQUIRE_VERIFIED_EMAIL?: string;
  ASSAY_BILLING_MODE?: string;
  ASSAY_FREE_VERIFICATIONS_PER_DAY?: string;
}) {
  const { NODE_ENV: name = 'development', ...rest } = environment;
  const { requireVerifiedEmail, billingMode, freeVerificationsPerDay } = readConfig(rest);
  return { environment: name, requireVerifiedEmail, billingMode, freeVerificationsPerDay };
}
