import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { outbox } from '../../../../src/adapters/db/schema/delivery.ts';
import { verificationLogs } from '../../../../src/adapters/db/schema/verifications.ts';
import { users } from '../../../../src/adapters/db/schema/accounts.ts';
import { NOT_DISPUTED, type VerificationEntry } from '../../../../src/app/ports/verify/verifications.ts';
import { loggedEntry } from '../../../support/disputed.ts';
import { type Account, completedAsset, NOW, registerAccount, testRepositories } from '../../../support/fixtures.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';

const at = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);

const entryOf = (account: Account | null, fields: Partial<VerificationEntry> = {}): VerificationEntry =>
  loggedEntry({ userId: account?.user.id ?? null, organizationId: account?.organizationId ?? null, ...fields });

describeOnEachEngine('verifications', (database) => {
  const repositories = () => testRepositories(database());

  test('an entry is read back exactly, with its evidence, and its event is queued with it', async () => {
    const account = await registerAccount(repositories());
    const asset = await completedAsset(repositories(), account);
    const entry = entryOf(account, { verifiedAssetId: asset.id, verdict: 'authentic' });
    const event = {
      id: crypto.randomUUID(),
      organizationId: account.organizationId,
      event: 'asset.matched',
      timestamp: NOW,
      data: { asset_id: asset.id, checks: 10, pictures: 2, callers: 3, since: NOW.toISOString() },
    } as const;
    await repositories().verifications.log(entry, [event]);
    expect(await repositories().verifications.find(entry.id)).toEqual({ ...entry, review: NOT_DISPUTED });
    const [queued] = await database().read((queries) => queries.select().from(outbox).where(eq(outbox.id, event.id)));
    expect(queued).toMatchObject({ ...event, dispatchedAt: null });
    expect(await repositories().verifications.find(crypto.randomUUID())).toBeNull();
  });

  test('network addresses are shortened after the first limit and gone after the second', async () => {
    const day = 24 * 60 * 60;
    const { verifications } = repositories();
    const addressAfter = async (requesterIp: string, ageDays: number) => {
      const entry = entryOf(null, { requesterIp, createdAt: at(-ageDays * day) });
      await verifications.log(entry, []);
      await verifications.forgetAddresses(at(-30 * day), at(-90 * day), 100);
      await verifications.forgetAddresses(at(-30 * day), at(-90 * day), 100);
      return (await verifications.find(entry.id))?.requesterIp;
    };
    expect(await addressAfter('203.0.113.77', 29)).toBe('203.0.113.77');
    expect(await addressAfter('203.0.113.77', 31)).toBe('203.0.113.0');
    expect(await addressAfter('2001:db8:1:2:3::4', 31)).toBe('2001:db8:1::');
    expect(await addressAfter('203.0.113.77', 91)).toBeNull();
  });

  test('verifications that named a copy are counted by copy, those of the asset alone are not', async () => {
    const account = await registerAccount(repositories());
    const [asset, other] = [
      await completedAsset(repositories(), account),
      await completedAsset(repositories(), account),
    ];
    const { verifications } = repositories();
    const log = (verifiedAssetId: string, copyId: string | null, seconds: number) => {
      const evidence = { description: { copyId } };
      return verifications.log(entryOf(null, { verifiedAssetId, evidence, createdAt: at(seconds) }), []);
    };
    const [one, two] = [crypto.randomUUID(), crypto.randomUUID()];
    await log(asset.id, one, 20);
    await log(asset.id, one, 10);
    await log(asset.id, two, 30);
    await log(asset.id, null, 40);
    await log(other.id, crypto.randomUUID(), 50);
    expect(await verifications.sightings(asset.id)).toEqual(
      new Map([
        [one, { checks: 2, lastAt: at(20) }],
        [two, { checks: 1, lastAt: at(30) }],
      ]),
    );
    expect(await verifications.sightings(crypto.randomUUID())).toEqual(new Map());
  });

  test('an anonymous verification is logged', async () => {
    const entry = entryOf(null);
    await repositories().verifications.log(entry, []);
    expect(await repositories().verifications.find(entry.id)).toEqual({ ...entry, review: NOT_DISPUTED });
  });

  test('an asset deleted while it was judged leaves an entry without asset', async () => {
    const account = await registerAccount(repositories());
    const entry = entryOf(account, { verifiedAssetId: crypto.randomUUID() });
    await repositories().verifications.log(entry, []);
    expect(await repositories().verifications.find(entry.id)).toMatchObject({ ...entry, verifiedAssetId: null });
  });

  test('entries outlive their asset and their user', async () => {
    const account = await registerAccount(repositories());
    const asset = await completedAsset(repositories(), account);
    const entry = entryOf(account, { verifiedAssetId: asset.id });
    await repositories().verifications.log(entry, []);
    await repositories().assets.remove(account.organizationId, asset.id, []);
    expect(await repositories().verifications.find(entry.id)).toMatchObject({ ...entry, verifiedAssetId: null });
    await database().write((transaction) => transaction.delete(users).where(eq(users.id, account.user.id)));
    expect(await repositories().verifications.find(entry.id)).toMatchObject({ userId: null, organizationId: null });
  });

  test('the log is walked newest first, from a moment on, in pages that lose nothing made at the same time', async () => {
    const long = at(-400 * 24 * 3600);
    const entries = Array.from({ length: 203 }, (_, i) =>
      entryOf(null, { createdAt: new Date(long.getTime() + 1000 * Math.floor(i / 101)), evidence: i }),
    );
    const { verifications } = repositories();
    await database().write(async (transaction) => {
      await transaction.insert(verificationLogs).values(entries);
    });
    const walk = async (since: Date, limit: number) => {
      const all: VerificationEntry[] = [];
      for await (const entry of verifications.logged(since, limit))
        if (entry.createdAt < at(-399 * 24 * 3600)) all.push(entry);
      return all;
    };
    const all = await walk(long, 1000);
    expect(new Set(all.map(({ id }) => id))).toEqual(new Set(entries.map(({ id }) => id)));
    expect(all.map(({ createdAt }) => createdAt.getTime())).toEqual(
      entries.map(({ createdAt }) => createdAt.getTime()).toReversed(),
    );
    expect(await walk(new Date(long.getTime() + 2000), 1000)).toHaveLength(1);
    expect(await walk(new Date(long.getTime() + 2000), 0)).toEqual([]);
  });

  test('history: own entries, newest first, by verdict and time, both ends included', async () => {
    const account = await registerAccount(repositories());
    const stranger = await registerAccount(repositories());
    const asset = await completedAsset(repositories(), account, { title: 'Harbour' });
    const entries = [
      entryOf(account, { createdAt: at(0) }),
      entryOf(account, { createdAt: at(1), verdict: 'authentic', verifiedAssetId: asset.id, confidence: 1 }),
      entryOf(account, { createdAt: at(2), verdict: 'forged' }),
    ];
    for (const entry of [...entries, entryOf(stranger)]) await repositories().verifications.log(entry, []);
    const { history } = repositories().verifications;
    const ids = async (query: Partial<Parameters<typeof history>[1]>) =>
      (await history(account.user.id, { page: 1, pageSize: 20, ...query })).items.map(({ id }) =>
        entries.findIndex((entry) => entry.id === id),
      );
    expect(await ids({})).toEqual([2, 1, 0]);
    expect(await ids({ page: 2, pageSize: 2 })).toEqual([0]);
    expect(await ids({ verdict: 'forged' })).toEqual([2]);
    expect(await ids({ from: at(1), to: at(2) })).toEqual([2, 1]);
    expect(await ids({ to: at(0) })).toEqual([0]);
    const page = await history(account.user.id, { page: 1, pageSize: 1, verdict: 'authentic' });
    expect(page).toEqual({
      total: 1,
      items: [
        {
          id: entries[1]!.id,
          verifiedAt: at(1),
          verdict: 'authentic',
          confidence: 1,
          userId: account.user.id,
          apiKeyId: null,
          assetId: asset.id,
          matchedAsset: {
            id: asset.id,
            organizationId: account.organizationId,
            title: 'Harbour',
            originalFilename: asset.originalFilename,
            cid: asset.cid,
          },
        },
      ],
    });
    expect((await history(account.user.id, { page: 9, pageSize: 20 })).total).toBe(3);
  });

  test('the history of an organization is that of all its members and of no other; everyone’s is never given', async () => {
    const [ada, eve] = [await registerAccount(repositories()), await registerAccount(repositories())];
    const { organizationId } = ada;
    const entries = [
      entryOf(ada),
      entryOf(eve, { organizationId, createdAt: at(1) }),
      entryOf(eve, { createdAt: at(2) }),
    ];
    for (const entry of entries) await repositories().verifications.log(entry, []);
    const page = { page: 1, pageSize: 10 };
    const { items, total } = await repositories().verifications.history(null, { ...page, organizationId });
    expect([items.map(({ id }) => id), total]).toEqual([[entries[1]?.id, entries[0]?.id], 2]);
    const byEve = { ...page, organizationId, userId: eve.user.id };
    expect((await repositories().verifications.history(null, byEve)).items.map(({ id }) => id)).toEqual([
      entries[1]?.id,
    ]);
    expect((await repositories().verifications.history(ada.user.id, byEve)).total).toBe(0);
    await expect(repositories().verifications.history(null, page)).rejects.toThrow(RangeError);
  });
});
