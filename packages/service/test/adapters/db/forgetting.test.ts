import { randomUUID } from 'node:crypto';
import { eq, inArray, ne } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { apiKeys } from '../../../src/adapters/db/schema/access.ts';
import { importFiles, imports } from '../../../src/adapters/db/schema/imports.ts';
import { invitations, organizations } from '../../../src/adapters/db/schema/organizations.ts';
import { dailyUses, quotaNotices } from '../../../src/adapters/db/schema/quotas.ts';
import { shareLinks, verificationLogs } from '../../../src/adapters/db/schema/verifications.ts';
import { systemAudit } from '../../../src/app/audit.ts';
import type { ImportOptions } from '../../../src/app/ports/imports/imports.ts';
import { NO_ORIGIN } from '../../../src/app/ports/runtime/traces.ts';
import type { DeferredRequest } from '../../../src/app/ports/verify/deferredVerifications.ts';
import { manualClock } from '../../fakes/manualClock.ts';
import { loggedEntry } from '../../support/disputed.ts';
import { completedAsset, LEASE, NOW, registerAccount, sha256, testRepositories } from '../../support/fixtures.ts';
import { describeOnEachEngine } from '../../support/testDatabase.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Long before anything that other tests of the same database leave behind. */
const LONG_AGO = new Date('2001-01-01T00:00:00.000Z');
const dayAfter = (days: number): Date => new Date(LONG_AGO.getTime() + days * DAY_MS);

describeOnEachEngine('what is forgotten', (database) => {
  const repositories = () => testRepositories(database());
  const ids = { uuid: randomUUID };

  test('verifications go a batch at a time, by the time that their organization gives them', async () => {
    const { verifications } = repositories();
    const [short, usual] = [await registerAccount(repositories()), await registerAccount(repositories())];
    await database().write(async (queries) => {
      await queries.update(organizations).set({ retentionDays: 30 }).where(eq(organizations.id, short.organizationId));
    });
    for (const { organizationId } of [short, usual])
      for (const days of [0, 1, 2])
        await verifications.log(loggedEntry({ organizationId, requesterIp: null, createdAt: dayAfter(days) }), []);
    const overdueAt = (days: number) => verifications.overdue({ now: dayAfter(days), daysDefault: 365 }, 1000);
    expect(await overdueAt(29)).not.toContain(short.organizationId);
    expect(await overdueAt(31)).toContain(short.organizationId);
    expect(await overdueAt(364)).not.toContain(usual.organizationId);
    expect(await overdueAt(366)).toContain(usual.organizationId);
    const one = await verifications.overdue({ now: dayAfter(366), daysDefault: 365 }, 1);
    expect(one.filter((id) => id !== null)).toHaveLength(1);
    const audit = (count: number) =>
      systemAudit({ ids, clock: manualClock(NOW) }, { action: 'verifications.forgotten', details: { count } });
    const forget = (limit: number) =>
      verifications.forgetOverdue(short.organizationId, { now: dayAfter(366), daysDefault: 365 }, limit, audit);
    expect([await forget(2), await forget(2), await forget(2)]).toEqual([2, 1, 0]);
    expect(await overdueAt(366)).not.toContain(short.organizationId);
  });

  test('network addresses are shortened and removed a batch at a time, and nothing is looked at twice', async () => {
    const { verifications } = repositories();
    const entries = [0, 1, 2].map((days) => loggedEntry({ requesterIp: '203.0.113.77', createdAt: dayAfter(days) }));
    for (const entry of entries) await verifications.log(entry, []);
    const addresses = async () =>
      (await Promise.all(entries.map(({ id }) => verifications.find(id)))).map((entry) => entry?.requesterIp);
    const forget = (shortenBefore: Date, removeBefore: Date) =>
      verifications.forgetAddresses(shortenBefore, removeBefore, 2);
    expect(await forget(dayAfter(10), LONG_AGO)).toBe(2);
    expect(await addresses()).toEqual(['203.0.113.0', '203.0.113.0', '203.0.113.77']);
    expect(await forget(dayAfter(10), LONG_AGO)).toBe(1);
    expect(await forget(dayAfter(10), LONG_AGO)).toBe(0);
    expect(await forget(dayAfter(10), dayAfter(10))).toBe(2);
    expect(await forget(dayAfter(10), dayAfter(10))).toBe(1);
    expect(await addresses()).toEqual([null, null, null]);
    expect(await forget(dayAfter(10), dayAfter(10))).toBe(0);
  });

  test('a revoked key that made many verifications goes after they have forgotten it', async () => {
    const account = await registerAccount(repositories());
    const id = randomUUID();
    await database().write(async (queries) => {
      await queries.insert(apiKeys).values({
        id,
        organizationId: account.organizationId,
        userId: account.user.id,
        keyPrefix: 'assay_test',
        keyLast4: 'abcd',
        keyHash: sha256(id),
        name: 'Busy',
        revokedAt: LONG_AGO,
        createdAt: LONG_AGO,
      });
    });
    const { verifications, apiKeys: keys } = repositories();
    for (let i = 0; i < 3; i++) await verifications.log(loggedEntry({ apiKeyId: id }), []);
    const named = () =>
      database().read(async (queries) => {
        const rows = await queries.select().from(verificationLogs).where(eq(verificationLogs.apiKeyId, id));
        return rows.length;
      });
    expect(await keys.purgeRevoked(dayAfter(1), 2)).toBe(true);
    expect([await named(), await keys.find(id)]).toMatchObject([1, { id }]);
    expect(await keys.purgeRevoked(dayAfter(1), 2)).toBe(true);
    expect([await named(), await keys.find(id)]).toEqual([0, null]);
    expect(await keys.purgeRevoked(dayAfter(1), 2)).toBe(false);
  });

  test('ended links to assets and ended invitations go, open ones and those to verifications stay', async () => {
    const account = await registerAccount(repositories());
    const { organizationId } = account;
    const asset = await completedAsset(repositories(), account);
    const entry = loggedEntry({ userId: account.user.id, organizationId });
    await repositories().verifications.log(entry, []);
    const link = (name: string, fields: Partial<typeof shareLinks.$inferInsert>) => ({
      id: randomUUID(),
      organizationId,
      assetId: asset.id,
      tokenHash: sha256(`${asset.id} ${name}`),
      createdAt: LONG_AGO,
      ...fields,
    });
    const links = {
      expired: link('expired', { expiresAt: LONG_AGO }),
      revoked: link('revoked', { expiresAt: NOW, revokedAt: LONG_AGO }),
      endless: link('endless', {}),
      later: link('later', { expiresAt: dayAfter(2) }),
      ofVerification: link('check', { assetId: null, verificationId: entry.id, expiresAt: LONG_AGO }),
    };
    const invitation = (fields: Partial<typeof invitations.$inferInsert>) => {
      const id = randomUUID();
      const { user } = account;
      const sent = { id, organizationId, email: `${id}@example.org`, role: 'viewer' as const, invitedBy: user.id };
      return { ...sent, tokenHash: sha256(id), expiresAt: NOW, createdAt: LONG_AGO, ...fields };
    };
    const invited = {
      open: invitation({}),
      old: invitation({ expiresAt: LONG_AGO }),
      accepted: invitation({ acceptedAt: LONG_AGO }),
      withdrawn: invitation({ revokedAt: LONG_AGO }),
    };
    await database().write(async (queries) => {
      await queries.insert(shareLinks).values(Object.values(links));
      await queries.insert(invitations).values(Object.values(invited));
    });
    const { shareLinks: kept, organizations: told } = repositories();
    expect([await kept.forgetEnded(dayAfter(1), 1), await kept.forgetEnded(dayAfter(1), 2)]).toEqual([1, 1]);
    const hashes = Object.values(links).map(({ tokenHash }) => tokenHash);
    const left = await database().read((queries) =>
      queries.select({ id: shareLinks.id }).from(shareLinks).where(inArray(shareLinks.tokenHash, hashes)),
    );
    expect(new Set(left.map(({ id }) => id))).toEqual(
      new Set([links.endless.id, links.later.id, links.ofVerification.id]),
    );
    expect(await told.forgetInvitations(dayAfter(1), 2)).toBe(2);
    expect(await told.forgetInvitations(dayAfter(1), 2)).toBe(1);
    const { items } = await told.invitations(organizationId, { page: 1, pageSize: 10 });
    expect(items.map(({ id }) => id)).toEqual([invited.open.id]);
  });

  test('days of use and notices of periods that are over go, each after its own time', async () => {
    const { organizationId } = await registerAccount(repositories());
    const days = ['2001-01-01', '2001-01-03'];
    const principals = [`ip:${organizationId}`, `org:${organizationId}`];
    const notice = { organizationId, quota: 'storage_bytes', event: 'quota.warning' };
    await database().write(async (queries) => {
      await queries
        .insert(dailyUses)
        .values(principals.flatMap((principal) => days.map((day) => ({ principal, day, verifications: 1 }))));
      await queries.insert(quotaNotices).values(days.map((period) => ({ ...notice, period })));
    });
    const before = { addresses: '2001-01-04', organizations: '2001-01-02', notices: '2001-01-03' };
    const { quotas } = repositories();
    expect([await quotas.forgetBefore(before, 1), await quotas.forgetBefore(before, 1)]).toEqual([1, 1]);
    expect(await quotas.forgetBefore(before, 1)).toBe(0);
    const left = await database().read((queries) =>
      queries.select().from(dailyUses).where(inArray(dailyUses.principal, principals)),
    );
    expect(left).toMatchObject([{ principal: `org:${organizationId}`, day: '2001-01-03' }]);
    const notices = await database().read((queries) =>
      queries.select().from(quotaNotices).where(eq(quotaNotices.organizationId, organizationId)),
    );
    expect(notices).toMatchObject([{ period: '2001-01-03' }]);
  });

  /** Begins imports of three files each. @returns the id of each */
  async function importing(): Promise<(createdAt: Date) => Promise<string>> {
    const { organizationId, user } = await registerAccount(repositories());
    const options = { description: null, tags: [], encrypt: false } as unknown as ImportOptions;
    const files = ['a', 'b', 'c'].map((name) => ({ name, sizeBytes: 1 }));
    const job = { organizationId, userId: user.id, apiKeyId: null, kind: 'zip', source: null, options } as const;
    return async (createdAt) => {
      const id = randomUUID();
      await repositories().imports.add({ ...job, id, createdAt }, files, 100);
      return id;
    };
  }

  test('imports that did not end in time fail a batch at a time, the oldest first, and no others', async () => {
    const kept = repositories().imports;
    const begin = await importing();
    const [third, first, second, done, later] = [
      await begin(dayAfter(3)),
      await begin(dayAfter(1)),
      await begin(dayAfter(2)),
      await begin(LONG_AGO),
      await begin(dayAfter(9)),
    ];
    await kept.move(second, ['waiting'], 'paused', null, NOW);
    await kept.move(done, ['waiting'], 'done', null, NOW);
    const states = async () => {
      const found = await kept.states([first, second, third, done, later]);
      return [first, second, third, done, later].map((id) => found.get(id));
    };
    const fail = () => kept.failOverdue(dayAfter(5), 'It took too long.', NOW, 2);
    expect(await fail()).toBe(2);
    expect(await states()).toEqual(['failed', 'failed', 'waiting', 'done', 'waiting']);
    expect([await fail(), await fail()]).toEqual([1, 0]);
    expect(await states()).toEqual(['failed', 'failed', 'failed', 'done', 'waiting']);
    expect(await kept.find(third)).toMatchObject({ problem: 'It took too long.', endedAt: NOW });
    expect(await kept.find(done)).toMatchObject({ problem: null });
    await kept.move(later, ['waiting'], 'cancelled', null, NOW);
  });

  test('reports of imports go a batch at a time, those of the files before their import, and later ones stay', async () => {
    const kept = repositories().imports;
    const begin = await importing();
    const ended = async (at: Date): Promise<string> => {
      const id = await begin(LONG_AGO);
      await kept.move(id, ['waiting'], 'done', null, at);
      return id;
    };
    const old = [await ended(LONG_AGO), await ended(LONG_AGO), await ended(LONG_AGO)];
    const later = await ended(dayAfter(2));
    const left = () =>
      database().read(async (queries) => [
        await queries.$count(imports, inArray(imports.id, old)),
        await queries.$count(importFiles, inArray(importFiles.importId, old)),
      ]);
    const found: unknown[] = [];
    for (let more = true; more; ) {
      const count = await kept.forgetEnded(dayAfter(1), 4);
      found.push([count, ...(await left())]);
      more = count >= 4;
    }
    expect(found).toEqual([
      [4, 3, 5],
      [4, 3, 1],
      [3, 0, 0],
    ]);
    expect(await kept.forgetEnded(dayAfter(1), 4)).toBe(0);
    for (let i = 0; i < 2; i++) await ended(LONG_AGO);
    // More imports than one batch takes, and fewer files.
    await database().write(async (queries) => {
      await queries.delete(importFiles).where(ne(importFiles.importId, later));
    });
    expect([await kept.forgetEnded(dayAfter(1), 1), await kept.forgetEnded(dayAfter(1), 1)]).toEqual([1, 1]);
    expect(await kept.find(later)).toMatchObject({ total: 3 });
  });

  test('deferred verifications go a batch at a time', async () => {
    const { organizationId, user } = await registerAccount(repositories());
    const { deferredVerifications: kept } = repositories();
    const add = async (expiresAt: Date): Promise<string> => {
      const id = randomUUID();
      const deferred = { id, userId: user.id, organizationId, failure: null, createdAt: LONG_AGO, expiresAt };
      const request = { origin: NO_ORIGIN } as unknown as DeferredRequest;
      await kept.add(deferred, request, new Uint8Array(9), LEASE);
      return id;
    };
    const old = [await add(LONG_AGO), await add(LONG_AGO), await add(LONG_AGO)];
    const later = await add(dayAfter(2));
    const left = async () => (await Promise.all(old.map((id) => kept.find(id)))).filter((row) => row !== null).length;
    expect([await kept.forgetExpired(dayAfter(1), 2), await left()]).toEqual([2, 1]);
    expect([await kept.forgetExpired(dayAfter(1), 2), await left()]).toEqual([1, 0]);
    expect(await kept.find(later)).not.toBeNull();
    await kept.forgetExpired(dayAfter(3), 2);
  });
});
