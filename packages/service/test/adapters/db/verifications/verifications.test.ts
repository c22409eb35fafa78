import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { outbox } from '../../../../src/adapters/db/schema/delivery.ts';
import { users } from '../../../../src/adapters/db/schema/accounts.ts';
import type { VerificationEntry } from '../../../../src/app/ports/verify/verifications.ts';
import { type Account, completedAsset, NOW, registerAccount, testRepositories } from '../../../support/fixtures.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';

const at = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);

function entryOf(account: Account | null, fields: Partial<VerificationEntry> = {}): VerificationEntry {
  return {
    id: crypto.randomUUID(),
    userId: account?.user.id ?? null,
    apiKeyId: null,
    organizationId: account?.organizationId ?? null,
    verifiedAssetId: null,
    sourceImageHash: 'a'.repeat(64),
    sourceImageSizeBytes: 5_000_000_000,
    verdict: 'unknown',
    confidence: 0.123456789012345,
    watermarkDetected: false,
    watermarkConfidence: 0,
    fingerprintMatchFound: false,
    fingerprintSimilarity: 0.3,
    blockchainVerified: false,
    processingTimeMs: 321,
    modelVersion: 'assay@0.1.0',
    requesterIp: '127.0.0.1',
    userAgent: 'curl',
    evidence: { rules: ['nothing'], scores: [0.1, null] },
    createdAt: NOW,
    ...fields,
  };
}

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
    expect(await repositories().verifications.find(entry.id)).toEqual(entry);
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
      await verifications.forgetAddresses(at(-30 * day), at(-90 * day));
      await verifications.forgetAddresses(at(-30 * day), at(-90 * day));
      return (await verifications.find(entry.id))?.requesterIp;
    };
    expect(await addressAfter('203.0.113.77', 29)).toBe('203.0.113.77');
    expect(await addressAfter('203.0.113.77', 31)).toBe('203.0.113.0');
    expect(await addressAfter('2001:db8:1:2:3::4', 31)).toBe('2001:db8:1::');
    expect(await addressAfter('203.0.113.77', 91)).toBeNull();
  });

  test('an anonymous verification is logged', async () => {
    const entry = entryOf(null);
    await repositories().verifications.log(entry, []);
    expect(await repositories().verifications.find(entry.id)).toEqual(entry);
  });

  test('an asset deleted while it was judged leaves an entry without asset', async () => {
    const account = await registerAccount(repositories());
    const entry = entryOf(account, { verifiedAssetId: crypto.randomUUID() });
    await repositories().verifications.log(entry, []);
    expect(await repositories().verifications.find(entry.id)).toEqual({ ...entry, verifiedAssetId: null });
  });

  test('entries outlive their asset and their user', async () => {
    const account = await registerAccount(repositories());
    const asset = await completedAsset(repositories(), account);
    const entry = entryOf(account, { verifiedAssetId: asset.id });
    await repositories().verifications.log(entry, []);
    await repositories().assets.remove(account.organizationId, asset.id, []);
    expect(await repositories().verifications.find(entry.id)).toEqual({ ...entry, verifiedAssetId: null });
    await database().write((transaction) => transaction.delete(users).where(eq(users.id, account.user.id)));
    expect(await repositories().verifications.find(entry.id)).toMatchObject({ userId: null, organizationId: null });
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
          assetId: asset.id,
          matchedAsset: { id: asset.id, organizationId: account.organizationId, title: 'Harbour', cid: asset.cid },
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
    await expect(repositories().verifications.history(null, page)).rejects.toThrow(RangeError);
  });
});
