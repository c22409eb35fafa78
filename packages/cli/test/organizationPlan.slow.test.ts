import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findAuditFaults } from '@assay/core/provenance/auditCheck';
import { openDataFolder } from '@assay/service/adapters/dataFolder/dataFolder';
import { auditRecord } from '@assay/service/adapters/db/organizations/auditLog';
import { openDatabase } from '@assay/service/adapters/db/connection/open';
import { createRepositories } from '@assay/service/adapters/db/repositories';
import { planChange } from '@assay/service/app/organizations/planLimits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, registerAccount } from '../../service/test/support/fixtures.ts';
import { embeddedTemplate } from '../../service/test/support/testDatabase.ts';
import { EXIT } from '../src/exitCode.ts';
import { fakeTerminal } from './fakeTerminal.ts';
import { runAssay } from './runAssay.ts';
import { manualClock } from '../../service/test/fakes/manualClock.ts';

const OPEN_TIMEOUT_MS = 180_000;
let folder: string;
let organizationId: string;
let userId: string;
let slug: string;

type Repositories = ReturnType<typeof createRepositories>;

/** What a stopped service leaves, opened for a look and closed again: the command needs the folder for itself. */
async function inFolder<T>(work: (repositories: Repositories) => Promise<T>): Promise<T> {
  const owned = await openDataFolder(folder);
  const database = await openDatabase({ dataDir: owned.path, template: await embeddedTemplate() });
  try {
    const ids = { uuid: () => crypto.randomUUID() };
    const clock = manualClock(NOW);
    return await work(createRepositories(database, { ids, clock, keyEncryptionKey: new Uint8Array(32) }));
  } finally {
    await database.close();
    await owned.release();
  }
}

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
