import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findAuditFaults } from '@assay/core/provenance/auditCheck';
import { PLAN_LIMITS } from '@assay/service/app/ports/accounts/planLimits';
import { auditRecord } from '@assay/service/app/ports/accounts/auditLog';
import { limitsOf, planChange } from '@assay/service/app/organizations/planLimits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, registerAccount } from '../../service/test/support/fixtures.ts';
import { EXIT } from '../src/exitCode.ts';
import { fakeTerminal } from './fakeTerminal.ts';
import { inStoppedService, type StoppedService } from './inStoppedService.ts';
import { runAssay } from './runAssay.ts';

const OPEN_TIMEOUT_MS = 180_000;
let folder: string;
let organizationId: string;
let userId: string;
let slug: string;

const inFolder = <T>(work: (repositories: StoppedService['repositories']) => Promise<T>): Promise<T> =>
  inStoppedService(folder, ({ repositories }) => work(repositories));

/** Ada's personal organization, whose owner asked for `pro` under managed billing. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-plan-'));
  await inFolder(async (repositories) => {
    const account = await registerAccount(repositories);
    ({ organizationId } = account);
    userId = account.user.id;
    slug = await repositories.organizations.change(organizationId, (state) => ({
      commands: [{ do: 'edit', fields: planChange('pro', 'managed'), at: NOW }],
      audit: [],
      events: [],
      result: state.organization.slug,
    }));
    expect((await repositories.organizations.find(organizationId))?.organization).toMatchObject({
      plan: 'pro',
      effectivePlan: 'free',
    });
  });
}, OPEN_TIMEOUT_MS);
afterAll(() => rm(folder, { recursive: true, force: true }));

const running =
  (word: string) =>
  async (...args: string[]) => {
    const terminal = fakeTerminal({ environment: { ASSAY_DATA_DIR: folder } });
    const code = await runAssay(['organization', word, ...args], terminal);
    return { code, out: terminal.printed.join('\n'), notes: terminal.notes.join('\n') };
  };
const run = running('plan');
const limits = running('limits');

test('the chosen plan counts once the operator confirms it, another one can be given; the owner and the audit log are told', async () => {
  const confirmed = await run(organizationId, '--json');
  expect([confirmed.code, JSON.parse(confirmed.out)]).toEqual([
    EXIT.ok,
    { organization_id: organizationId, slug, plan: 'pro', before: 'free' },
  ]);
  expect((await run(slug, 'enterprise')).out).toBe(`${slug} has the plan enterprise, before it pro`);
  expect((await run(slug, 'enterprise')).out).toBe(`${slug} has the plan enterprise, as before`);
  await inFolder(async ({ organizations, users }) => {
    expect((await organizations.find(organizationId))?.organization).toMatchObject({
      plan: 'enterprise',
      effectivePlan: 'enterprise',
    });
    expect((await users.find(userId))?.tier).toBe('enterprise');
    const { items } = await organizations.auditLog(organizationId, { page: 1, pageSize: 20 });
    const set = items.filter(({ action }) => action === 'organization.plan_set');
    expect(set.map(({ actorKind, details }) => ({ actorKind, details }))).toEqual([
      { actorKind: 'system', details: { plan: 'enterprise', before: 'pro' } },
      { actorKind: 'system', details: { plan: 'pro', before: 'free' } },
    ]);
    expect(findAuditFaults(items.map(auditRecord).toReversed(), [])).toEqual([]);
  });
});

test('an unknown plan, no organization, or one that is not there is refused with a sentence', async () => {
  expect(await run(organizationId, 'gold')).toMatchObject({
    code: EXIT.usage,
    notes: expect.stringContaining('one of free'),
  });
  expect((await run()).code).toBe(EXIT.usage);
  const missing = await run('no-such-slug');
  expect(missing.notes).toContain('There is no organization "no-such-slug"');
  expect(missing.code).not.toBe(EXIT.ok);
});

test('numbers of an organization replace those of its plan, none is without bound, and plan takes them back', async () => {
  expect((await limits(slug)).out).toBe(`${slug} has the numbers of its plan`);
  const set = await limits(slug, '--users', '3', '--verifications', '25', '--storage', 'none', '--json');
  expect(JSON.parse(set.out)).toEqual({
    organization_id: organizationId,
    slug,
    limits: { users: 3, verifications_per_day: 25, storage_bytes: null },
  });
  const usage = () =>
    inFolder(async ({ quotas }) => {
      const { current, verificationsPerDayLimit } = await quotas.usage(organizationId, {
        from: '2026-01-01',
        to: '2026-12-31',
        granularity: 'month',
      });
      return [verificationsPerDayLimit, current.storageLimitBytes];
    });
  expect(await usage()).toEqual([25, Number.MAX_SAFE_INTEGER]);
  const record = () => inFolder(async ({ organizations }) => (await organizations.find(organizationId))?.organization);
  expect(limitsOf((await record())!, PLAN_LIMITS)).toMatchObject({ maxUsers: 3, maxVerificationsPerDay: 25 });
  expect((await limits(slug, '--users', 'plan', '--verifications', 'plan')).out).toBe(`${slug} storage_bytes: none`);
  expect(limitsOf((await record())!, PLAN_LIMITS)).toMatchObject({ maxUsers: null, maxVerificationsPerDay: null });
  expect((await limits(slug, '--users', 'many')).notes).toContain('--users must be a whole number, none or plan');
  await inFolder(async ({ organizations }) => {
    const { items } = await organizations.auditLog(organizationId, { page: 1, pageSize: 20 });
    expect(items.filter(({ action }) => action === 'organization.limits_set')).toHaveLength(2);
  });
});
