import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { PLAN_LIMITS } from '../../src/app/ports/accounts/planLimits.ts';
import { auxiliaryLimits, rateWindows } from '../../src/app/limits/rates.ts';
import { readConfig, SETTINGS } from '../../src/config/config.ts';

const page = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/reference/limits.md'), 'utf8');
const inWords = (n: number): string => n.toLocaleString('en').replaceAll(',', ' ');

describe('docs/reference/limits.md', () => {
  test('names the numbers that hold by default', () => {
    const { free, pro } = PLAN_LIMITS;
    const config = readConfig({});
    const auxiliary = auxiliaryLimits(config);
    for (const row of [
      `| Verifications a day | ${inWords(free.verificationsPerDay)} | ${inWords(pro.verificationsPerDay)} |`,
      `| Uploads a month | ${inWords(free.uploadsPerMonth)} | ${inWords(pro.uploadsPerMonth)} |`,
      `| Storage | ${free.storageBytes / 1024 ** 3} GiB | ${pro.storageBytes / 1024 ** 3} GiB |`,
      `| Assets at once | ${inWords(free.assetsMax)} | ${inWords(pro.assetsMax)} |`,
      ...rateWindows(config).map(({ name, limit }) => `| ${name} | ${inWords(limit)} |`),
      `${auxiliary.registrationsPerMinute} registrations a minute`,
      `${auxiliary.freeLoginFailures} wrong passwords`,
    ])
      expect(page).toContain(row);
  });

  test('names every setting of a limit', () => {
    const { freeVerificationsPerDay, freeUploadsPerMonth, ratePerMinute, ratePerHour, ratePerDay, redisUrl } = SETTINGS;
    for (const { name } of [
      freeVerificationsPerDay,
      freeUploadsPerMonth,
      ratePerMinute,
      ratePerHour,
      ratePerDay,
      redisUrl,
    ])
      expect(page).toContain(name);
  });
});
