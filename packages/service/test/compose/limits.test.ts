import { expect, test } from 'vitest';
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

/** What production asks for besides is not the matter here. */
function pick(environment: { NODE_ENV?: string; ASSAY_REQUIRE_VERIFIED_EMAIL?: string; ASSAY_BILLING_MODE?: string }) {
  const { NODE_ENV: name = 'development', ...rest } = environment;
  const { requireVerifiedEmail, billingMode } = readConfig(rest);
  return { environment: name, requireVerifiedEmail, billingMode };
}
