import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findAuditFaults } from '@assay/core/provenance/auditCheck';
import { auditRecord } from '@assay/service/app/ports/accounts/auditLog';
import { planChange } from '@assay/service/app/organizations/planLimits';
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
      commands: [{ do: 'edit', fields: planChange(state, 'pro', 'managed'), at: NOW }],
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

const run = async (...args: string[]) => {
  const terminal = fakeTerminal({ environment: { ASSAY_DATA_DIR: folder } });
  const code = await runAssay(['organization', 'plan', ...args], terminal);
  return { code, out: terminal.printed.join('\n'), notes: terminal.notes.join('\n') };
};

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
      maxUsers: 2 ** 31 - 1,
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
  expect(missing.notes).toContain('There is no organization "no-such-slug".');
  expect(missing.code).not.toBe(EXIT.ok);
});
