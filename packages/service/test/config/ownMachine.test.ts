import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { anonymousVerificationsPerDay, freePlanOf } from '../../src/config/ownMachine.ts';

const perDay = (environment: Record<string, string>): number => anonymousVerificationsPerDay(readConfig(environment));
const freePerDay = (environment: Record<string, string>): number =>
  freePlanOf(readConfig(environment)).freeVerificationsPerDay;
const SERVED = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://h/d',
  ...Object.fromEntries(
    ['ASSAY_JWT_SECRET', 'ASSAY_WATERMARK_KEY', 'ASSAY_KEY_ENCRYPTION_KEY'].map((name, i) => [
      name,
      `${i}abcdefghijklmnopqrstuvwxyz0123456789`,
    ]),
  ),
};

test('on loopback alone nobody is locked out; where others come in, strangers have ten a day', () => {
  for (const own of [{}, { HOST: '127.0.0.9' }, { HOST: '::1' }, { HOST: 'localhost' }]) expect(perDay(own)).toBe(1000);
  for (const reached of [
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.0.2.1' },
    { HOST: '127.0.0.1.example.org' },
    { ASSAY_PUBLIC_BASE_URL: 'https://assay.example.org' },
    { ASSAY_TRUST_PROXY: '127.0.0.1' },
    SERVED,
  ])
    expect(perDay(reached), JSON.stringify(reached)).toBe(10);
});

test('a number that was set holds anywhere', () => {
  for (const host of ['127.0.0.1', '0.0.0.0'])
    expect(perDay({ HOST: host, ASSAY_ANONYMOUS_VERIFICATIONS_PER_DAY: '3' })).toBe(3);
});

test('an account on the own machine allows no less than none; where others come in, the free plan is as it is told', () => {
  expect(freePerDay({})).toBe(perDay({}));
  for (const reached of [{ HOST: '0.0.0.0' }, { ASSAY_TRUST_PROXY: '127.0.0.1' }, SERVED]) {
    expect(freePerDay(reached), JSON.stringify(reached)).toBe(10);
    expect(freePerDay({ ...reached, ASSAY_FREE_VERIFICATIONS_PER_DAY: '7' })).toBe(7);
  }
  expect(freePerDay({ ASSAY_FREE_VERIFICATIONS_PER_DAY: '7' })).toBe(7);
});
