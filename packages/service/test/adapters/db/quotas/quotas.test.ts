import { asc, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { PLAN_LIMITS, planLimitsWith } from '../../../../src/app/ports/accounts/planLimits.ts';
import { users } from '../../../../src/adapters/db/schema/accounts.ts';
import { outbox } from '../../../../src/adapters/db/schema/delivery.ts';
import { organizations } from '../../../../src/adapters/db/schema/organizations.ts';
import { quotaLimits } from '../../../../src/adapters/db/schema/quotas.ts';
import type { AppError } from '@assay/core/errors';
import { manualClock } from '../../../fakes/manualClock.ts';
import { completionOf, newAsset, registerAccount, testRepositories, LEASE } from '../../../support/fixtures.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const YEAR = { from: '2026-01-01', to: '2027-12-31' };

const refusalOf = async (asked: Promise<unknown>): Promise<AppError['extra'] & { code: string }> => {
  const error = (await asked.then(
    () => Promise.reject(new Error('was not refused')),
    (thrown: unknown) => thrown,
  )) as AppError;
  return { code: error.code, ...error.extra };
};

describeOnEachEngine('quotas', (database) => {
  const start = async (free: { day?: number; uploads?: number; assets?: number; storage?: number } = {}) => {
    const clock = manualClock();
    const limits = planLimitsWith({
      freeVerificationsPerDay: free.day ?? 10,
      freeUploadsPerMonth: free.uploads ?? 100,
    });
    const planLimits = {
      ...limits,
      free: {
        ...limits.free,
        ...(free.assets === undefined ? {} : { assetsMax: free.assets }),
        ...(free.storage === undefined ? {} : { storageBytes: free.storage }),
      },
    };
    const repositories = testRepositories(database(), { clock, planLimits, enforceQuotas: true });
    const account = await registerAccount(repositories);
    const { organizationId } = account;
    const verify = (units = 1) =>
      repositories.quotas.takeVerifications({ kind: 'organization', organizationId }, units);
    const upload = async (fields = {}) => {
      const draft = newAsset(account, { createdAt: clock.now(), ...fields });
      const { asset, lease } = await repositories.assets.begin(draft, LEASE);
      return { ...asset, lease };
    };
    return { ...repositories, clock, account, organizationId, verify, upload };
  };
  const change = (organizationId: string, set: Partial<typeof organizations.$inferInsert>) =>
    database().write(async (queries) => {
      await queries.update(organizations).set(set).where(eq(organizations.id, organizationId));
    });
  const eventsOf = (organizationId: string) =>
    database().read((queries) =>
      queries
        .select({ event: outbox.event, data: outbox.data })
        .from(outbox)
        .where(eq(outbox.organizationId, organizationId))
        .orderBy(asc(outbox.timestamp), sql`${outbox.event} desc`),
    );

  test('whether one is left is told in the same words, and asking counts nothing', async () => {
    const { verify, quotas, organizationId, clock } = await start();
    const consumers = [
      { kind: 'organization', organizationId },
      { kind: 'address', address: `198.51.100.${Math.floor(Math.random() * 256)}/${organizationId}` },
    ] as const;
    for (const consumer of consumers) {
      for (let i = 0; i < 5; i++) await quotas.assertVerificationsLeft(consumer);
      await quotas.takeVerifications(consumer, 10);
      const refused = await refusalOf(quotas.takeVerifications(consumer, 1));
      expect(await refusalOf(quotas.assertVerificationsLeft(consumer))).toEqual(refused);
    }
    clock.advance(DAY_MS);
    await quotas.assertVerificationsLeft(consumers[0]);
    await verify();
    await database().write(async (queries) => {
      await queries
        .update(quotaLimits)
        .set({ verificationsCount: sql`${quotaLimits.verificationsLimit}` })
        .where(eq(quotaLimits.organizationId, organizationId));
    });
    const refused = await refusalOf(verify());
    expect(refused).toMatchObject({ quota: 'verifications_per_month' });
    expect(await refusalOf(quotas.assertVerificationsLeft(consumers[0]))).toEqual(refused);
  });

  test('of 14 verifications at once with 10 left exactly ten pass, and the others are told which limit', async () => {
    const { verify, quotas, organizationId } = await start();
    const outcomes = await Promise.allSettled(Array.from({ length: 14 }, () => verify()));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused).toHaveLength(4);
    for (const { reason } of refused)
      expect(reason).toMatchObject({
        code: 'QUOTA_EXCEEDED',
        extra: {
          quota: 'verifications_per_day',
          limit: 10,
          used: 10,
          resets_at: '2026-11-21T00:00:00.000Z',
          limited_by: 'plan',
        },
      });
    const { verificationsToday, current } = await quotas.usage(organizationId, { ...YEAR, granularity: 'day' });
    expect([verificationsToday, current.verificationsCount]).toEqual([10, 10]);
  });

  test('several units are taken together or not at all', async () => {
    const { verify } = await start();
    await verify(8);
    expect(await refusalOf(verify(3))).toMatchObject({ code: 'QUOTA_EXCEEDED', used: 8 });
    await verify(2);
    expect(await refusalOf(verify(1))).toMatchObject({ used: 10 });
    const fresh = await start();
    expect(await refusalOf(fresh.verify(11))).toMatchObject({ used: 0, limit: 10 });
  });

  test('what comes to nothing is given back to its own day and month, even after both have turned', async () => {
    const { verify, quotas, clock, organizationId } = await start();
    clock.advance(10 * DAY_MS + 11 * 60 * 60 * 1000);
    expect(clock.now().toISOString()).toBe('2026-11-30T23:00:00.000Z');
    const taken = await verify(10);
    clock.advance(2 * 60 * 60 * 1000);
    await verify(1);
    await quotas.giveBack(taken, 4);
    const { history } = await quotas.usage(organizationId, { ...YEAR, granularity: 'month' });
    expect(history.map(({ period, verificationsCount }) => [period, verificationsCount])).toEqual([
      ['2026-11-01', 6],
      ['2026-12-01', 1],
    ]);
    const days = await quotas.usage(organizationId, { ...YEAR, granularity: 'day' });
    expect(days.history.map(({ period, verificationsCount }) => [period, verificationsCount])).toEqual([
      ['2026-11-30', 6],
      ['2026-12-01', 1],
    ]);
  });

  test('a new day and a new month begin at 00:00 UTC', async () => {
    const { verify, upload, clock } = await start({ uploads: 1 });
    await verify(10);
    await upload();
    expect(await refusalOf(upload())).toMatchObject({
      quota: 'uploads_per_month',
      limit: 1,
      used: 1,
      resets_at: '2026-12-01T00:00:00.000Z',
    });
    clock.advance(12 * 60 * 60 * 1000 - 1);
    expect(await refusalOf(verify())).toMatchObject({ used: 10 });
    clock.advance(1);
    await verify(10);
    expect(await refusalOf(upload())).toMatchObject({ quota: 'uploads_per_month' });
    clock.advance(10 * DAY_MS);
    await upload();
  });

  test('the month bites when its days together reached it', async () => {
    const { verify, organizationId, clock } = await start();
    for (let i = 0; i < 10; i++) {
      await verify(10);
      clock.advance(DAY_MS);
    }
    await change(organizationId, { maxVerificationsPerDay: 3 });
    // 31 times 3, of which 100 are used: the day is free, the month is not.
    expect(await refusalOf(verify())).toMatchObject({
      quota: 'verifications_per_month',
      limit: 93,
      used: 100,
      resets_at: '2026-12-01T00:00:00.000Z',
    });
    clock.advance(DAY_MS);
    await verify(3);
  });

  test('the strictest of plan and organization holds and is named; without limits of its own an organization follows its plan', async () => {
    const { verify, organizationId } = await start();
    await change(organizationId, { maxVerificationsPerDay: 3 });
    expect(await refusalOf(verify(4))).toMatchObject({ limit: 3, limited_by: 'organization' });
    await change(organizationId, { maxVerificationsPerDay: 100, effectivePlan: 'pro' });
    expect(await refusalOf(verify(101))).toMatchObject({ limit: 100, limited_by: 'organization' });
    await change(organizationId, { maxVerificationsPerDay: null, customLimits: { verificationsPerDay: 12 } });
    expect(await refusalOf(verify(13))).toMatchObject({ limit: 12, limited_by: 'plan' });
    await change(organizationId, { customLimits: {}, effectivePlan: 'pro' });
    await verify(1000);
    expect(await refusalOf(verify())).toMatchObject({ limit: 1000, used: 1000 });
    // No number means "none": a hundred is a hundred.
    await change(organizationId, { maxVerificationsPerDay: 100, maxAssets: 1000 });
    expect(await refusalOf(verify())).toMatchObject({ limit: 100, limited_by: 'organization' });
  });

  test('a personal organization has the tier of its owner', async () => {
    const { verify, account } = await start();
    await database().write(async (queries) => {
      await queries.update(users).set({ tier: 'pro' }).where(eq(users.id, account.user.id));
    });
    await verify(1000);
  });

  test('another plan raises the limits of a month that has begun', async () => {
    const { upload, organizationId, quotas } = await start({ uploads: 1 });
    await upload();
    await change(organizationId, { effectivePlan: 'pro' });
    await upload();
    const { current } = await quotas.usage(organizationId, { ...YEAR, granularity: 'month' });
    expect(current).toMatchObject({ uploadsCount: 2, uploadsLimit: PLAN_LIMITS.pro.uploadsPerMonth });
  });

  test('of uploads at once exactly as many begin as assets or uploads are left', async () => {
    for (const free of [{ assets: 3 }, { uploads: 3 }, { storage: 3999 }]) {
      const { upload } = await start(free);
      const outcomes = await Promise.allSettled(Array.from({ length: 7 }, () => upload()));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    }
  });

  test('a refused or failed upload leaves nothing counted', async () => {
    const { upload, assets, quotas, organizationId, clock } = await start({ assets: 1 });
    const first = await upload();
    expect(await refusalOf(upload())).toMatchObject({ quota: 'max_assets', limit: 1, used: 1, resets_at: null });
    const used = async () => {
      const { current, assetsCount } = await quotas.usage(organizationId, { ...YEAR, granularity: 'day' });
      return [current.uploadsCount, current.storageUsedBytes, assetsCount];
    };
    expect(await used()).toEqual([1, 1000, 1]);
    await assets.fail(first.lease, 'broken', clock.now(), []);
    expect(await used()).toEqual([0, 0, 0]);
    await upload();
  });

  test('a day keeps its uploads when assets are deleted; one that failed leaves the day on which it began', async () => {
    const { upload, assets, quotas, organizationId, clock } = await start();
    const days = async () => {
      const { history } = await quotas.usage(organizationId, { ...YEAR, granularity: 'day' });
      return history.map(({ period, uploadsCount }) => [period, uploadsCount]);
    };
    const [first, second] = [await upload(), await upload()];
    await assets.complete(first.lease, completionOf(), []);
    clock.advance(DAY_MS);
    await upload();
    expect(await days()).toEqual([
      ['2026-11-20', 2],
      ['2026-11-21', 1],
    ]);
    expect(await assets.remove(organizationId, first.id, [])).toBe(true);
    await assets.fail(second.lease, 'broken', clock.now(), []);
    expect(await days()).toEqual([
      ['2026-11-20', 1],
      ['2026-11-21', 1],
    ]);
  });

  test('manifests that members store take storage until they are removed; a refused one takes none', async () => {
    const { manifests, quotas, storageUsages, organizationId, clock } = await start({ storage: 2500 });
    const store = (manifestId: string, bytes = 1000) => {
      const entry = { manifestId, organizationId, assetId: null, copyId: null };
      return manifests.add({ ...entry, store: new Uint8Array(bytes), createdBy: null, bindings: [] }, 2);
    };
    const used = async () => {
      const { current } = await quotas.usage(organizationId, { ...YEAR, granularity: 'month' });
      const { usedBytes, byKind } = await storageUsages.of(organizationId, clock.now());
      expect([usedBytes, byKind.manifests]).toEqual([current.storageUsedBytes, current.storageUsedBytes]);
      return usedBytes;
    };
    expect(await store('urn:one')).toBe('added');
    expect([await store('urn:one'), await used()]).toEqual(['exists', 1000]);
    expect(await refusalOf(store('urn:two', 1501))).toMatchObject({ code: 'QUOTA_EXCEEDED', quota: 'storage_bytes' });
    expect(await store('urn:two')).toBe('added');
    expect([await store('urn:three', 1), await used()]).toEqual(['full', 2000]);
    clock.advance(31 * DAY_MS);
    expect(await used()).toBe(2000);
    expect(await manifests.remove(organizationId, 'urn:one')).toBe(true);
    expect([await manifests.remove(organizationId, 'urn:one'), await used()]).toEqual([false, 1000]);
  });

  test('the delivered file and the preview must fit in the storage beside the original, whatever uploads are left', async () => {
    const { upload, assets, quotas, organizationId } = await start({ storage: 2199, uploads: 1 });
    const used = async () => {
      const { current } = await quotas.usage(organizationId, { ...YEAR, granularity: 'day' });
      return [current.uploadsCount, current.storageUsedBytes];
    };
    const { lease } = await upload();
    const refused = await refusalOf(assets.complete(lease, completionOf(), []));
    expect(refused).toMatchObject({ code: 'QUOTA_EXCEEDED', quota: 'storage_bytes', limit: 2199, used: 1000 });
    expect(await used()).toEqual([1, 1000]);
    expect(await assets.discard(lease)).toBe(true);
    expect(await used()).toEqual([0, 0]);
    const again = await upload();
    await assets.complete(again.lease, completionOf({ watermarkedSizeBytes: 1099 }), []);
    expect(await used()).toEqual([1, 2199]);
  });

  test('four fifths and the whole of a quota are told once in a period', async () => {
    const { verify, quotas, clock, organizationId } = await start();
    await verify(7);
    expect(await eventsOf(organizationId)).toEqual([]);
    const taken = await verify(1);
    await quotas.giveBack(taken, 1);
    await verify(1);
    expect(await eventsOf(organizationId)).toEqual([
      {
        event: 'quota.warning',
        data: {
          organization_id: organizationId,
          quota: 'verifications_per_day',
          limit: 10,
          used: 8,
          resets_at: '2026-11-21T00:00:00.000Z',
        },
      },
    ]);
    await verify(2);
    await expect(verify(1)).rejects.toThrow();
    expect((await eventsOf(organizationId)).map(({ event }) => event)).toEqual(['quota.warning', 'quota.exceeded']);
    clock.advance(DAY_MS);
    await verify(10);
    expect(await eventsOf(organizationId)).toHaveLength(4);
  });

  test('an address has its own days, told when the next begins, and is forgotten after them', async () => {
    // Its own number, whatever the free plan has.
    const { quotas, clock } = await start({ day: 3 });
    const consumer = { kind: 'address', address: `192.0.2.${Math.floor(Math.random() * 1e6)}` } as const;
    const take = () => quotas.takeVerifications(consumer, 1);
    const outcomes = await Promise.allSettled(Array.from({ length: 14 }, take));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(await refusalOf(take())).toEqual({
      code: 'QUOTA_EXCEEDED',
      quota: 'verifications_per_day',
      limit: 10,
      used: 10,
      resets_at: '2026-11-21T00:00:00.000Z',
    });
    clock.advance(DAY_MS);
    await take();
    await quotas.forgetBefore({ addresses: '2026-11-22', organizations: '2025-01-01', notices: '2025-01-01' }, 1000);
    for (let i = 0; i < 10; i++) await take();
  });
});
