import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { assets } from '../../../../src/adapters/db/schema/assets.ts';
import { outbox } from '../../../../src/adapters/db/schema/delivery.ts';
import type { RecipientCopy } from '../../../../src/app/ports/assets/copies.ts';
import type { NewTrace, ProvenanceAction } from '../../../../src/app/ports/assets/provenance.ts';
import type { ShareLink } from '../../../../src/app/ports/assets/shareLinks.ts';
import { checkTraces } from '../../../../src/app/provenance/published.ts';
import {
  completedAsset,
  newAsset,
  NOW,
  registerAccount,
  sha256,
  testRepositories,
  LEASE,
  ENDED,
} from '../../../support/fixtures.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';

const traceOf = (assetId: string, action: ProvenanceAction): NewTrace => ({
  id: randomUUID(),
  assetId,
  parentAssetId: null,
  relation: null,
  action,
  actorId: null,
  actorKind: 'service',
  tool: 'assay@test',
  details: {},
  createdAt: NOW,
});

const copyOf = (assetId: string, fields: Partial<RecipientCopy> = {}): RecipientCopy => {
  const id = randomUUID();
  return {
    id,
    assetId,
    recipient: 'Daily News',
    note: null,
    createdBy: null,
    cid: `cid-${id}`,
    contentHash: sha256(id),
    sizeBytes: 1000,
    tracks: [{ track: 'a', confidence: 0.98 }],
    createdAt: NOW,
    ...fields,
  };
};

const later = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);

describeOnEachEngine('copies, shares, usage, states', (database) => {
  const repositories = () => testRepositories(database());
  const usedBy = async (organizationId: string) =>
    (await repositories().storageUsages.of(organizationId, NOW)).usedBytes;
  const actionsOf = async (assetId: string) => {
    const traces = await repositories().provenance.ofAsset(assetId);
    expect(checkTraces(traces)).toEqual({ valid: true });
    return traces.map(({ action }) => action);
  };

  test('a copy is stored, listed, found by id and by its bytes, counted and removed', async () => {
    const account = await registerAccount(repositories());
    const asset = await completedAsset(repositories(), account);
    const { copies } = repositories();
    const before = await usedBy(account.organizationId);
    const [one, two] = [copyOf(asset.id, { note: 'a\0b' }), copyOf(asset.id, { createdAt: later(1) })];
    for (const copy of [one, two]) await copies.add(copy, traceOf(asset.id, 'copy_created'));
    const stored = { ...one, note: 'a\ufffdb' };
    expect(await copies.find(asset.id, one.id)).toEqual(stored);
    expect(await copies.find(randomUUID(), one.id)).toBeNull();
    expect(await copies.findAny(one.id)).toEqual(stored);
    expect(await copies.findByContent(asset.id, two.contentHash)).toEqual(two);
    expect(await copies.list(asset.id, { page: 1, pageSize: 1 })).toEqual({ items: [two], total: 2 });
    expect((await usedBy(account.organizationId)) - before).toBe(2000);
    expect(await copies.remove(asset.id, one.id, traceOf(asset.id, 'copy_deleted'))).toBe(true);
    expect(await copies.remove(asset.id, one.id, traceOf(asset.id, 'copy_deleted'))).toBe(false);
    expect((await usedBy(account.organizationId)) - before).toBe(1000);
    expect(await actionsOf(asset.id)).toEqual(['copy_created', 'copy_created', 'copy_deleted']);
  });

  test('the bytes of a copy lead to its asset, as far as that may be seen', async () => {
    const account = await registerAccount(repositories(), { publicVerification: false });
    const asset = await completedAsset(repositories(), account);
    const copy = copyOf(asset.id);
    await repositories().copies.add(copy, traceOf(asset.id, 'copy_created'));
    const found = async (organizationIds: string[]) =>
      (await repositories().assets.findByContent(copy.contentHash, { organizationIds })).map(({ id }) => id);
    expect(await found([account.organizationId])).toEqual([asset.id]);
    expect(await found([])).toEqual([]);
  });

  test('removing the asset removes its copies and gives all bytes back', async () => {
    const account = await registerAccount(repositories());
    const asset = await completedAsset(repositories(), account);
    const copy = copyOf(asset.id);
    await repositories().copies.add(copy, traceOf(asset.id, 'copy_created'));
    await repositories().assets.remove(account.organizationId, asset.id, []);
    expect(await repositories().copies.findAny(copy.id)).toBeNull();
    expect(await repositories().storageUsages.of(account.organizationId, NOW)).toMatchObject({
      usedBytes: 0,
      assetsCount: 0,
      period: { start: '2026-11-01', end: '2026-11-30' },
    });
    const orphan = repositories().copies.add(copyOf(asset.id), traceOf(asset.id, 'copy_created'));
    await expect(orphan).rejects.toMatchObject({ code: 'ASSET_NOT_FOUND' });
  });

  test('usage by kind is the sum of what is kept', async () => {
    const account = await registerAccount(repositories());
    const asset = await completedAsset(repositories(), account);
    await repositories().copies.add(copyOf(asset.id), traceOf(asset.id, 'copy_created'));
    const { byKind, usedBytes, assetsCount, limitBytes } = await repositories().storageUsages.of(
      account.organizationId,
      NOW,
    );
    expect(byKind).toEqual({
      original: asset.fileSizeBytes,
      watermarked: asset.watermarkedSizeBytes,
      preview: asset.previewSizeBytes,
      copies: 1000,
      manifests: 0,
      archive: 0,
      submissions: 0,
    });
    expect([usedBytes, assetsCount]).toEqual([Object.values(byKind).reduce((sum, bytes) => sum + bytes, 0), 1]);
    expect(limitBytes).toBe(1024 ** 3);
  });

  test('share links are found by the hash of their token, listed, revoked once and for good', async () => {
    const account = await registerAccount(repositories());
    const asset = await completedAsset(repositories(), account);
    const link: ShareLink = {
      id: randomUUID(),
      organizationId: account.organizationId,
      assetId: asset.id,
      verificationId: null,
      createdBy: account.user.id,
      expiresAt: later(60),
      revokedAt: null,
      createdAt: NOW,
    };
    const { shareLinks } = repositories();
    await shareLinks.add(link, sha256('token'), traceOf(asset.id, 'shared'));
    expect(await shareLinks.findByToken(sha256('token'))).toEqual(link);
    expect(await shareLinks.findByToken('token')).toBeNull();
    const elsewhere = { assetId: randomUUID(), verificationId: null };
    expect(await shareLinks.revoke(elsewhere, link.id, NOW, null)).toBe(false);
    expect(await shareLinks.revoke(link, link.id, later(1), traceOf(asset.id, 'share_revoked'))).toBe(true);
    expect(await shareLinks.revoke(link, link.id, later(2), traceOf(asset.id, 'share_revoked'))).toBe(true);
    expect(await shareLinks.list(link)).toEqual([{ ...link, revokedAt: later(1) }]);
    expect(await actionsOf(asset.id)).toEqual(['shared', 'share_revoked']);
    await repositories().assets.remove(account.organizationId, asset.id, []);
    expect(await shareLinks.findByToken(sha256('token'))).toBeNull();
  });

  test('withdrawing and restoring write row, event and history together, and refuse what is so already', async () => {
    const account = await registerAccount(repositories());
    const asset = await completedAsset(repositories(), account);
    const eventOf = (revoked: boolean) =>
      ({
        id: randomUUID(),
        organizationId: account.organizationId,
        event: 'asset.revoked',
        timestamp: NOW,
        data: { asset_id: asset.id, revoked, reason: null },
      }) as const;
    const set = (reason: string | null) =>
      repositories().assets.setRevocation(
        account.organizationId,
        asset.id,
        reason,
        later(5),
        [eventOf(reason !== null)],
        [traceOf(asset.id, reason === null ? 'restored' : 'revoked')],
      );
    await expect(set(null)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await set('mistake')).toMatchObject({ revokedAt: later(5), revokedReason: 'mistake' });
    await expect(set('again')).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await set(null)).toMatchObject({ revokedAt: null, revokedReason: null });
    expect(await actionsOf(asset.id)).toEqual(['revoked', 'restored']);
    const queued = await database().read((queries) =>
      queries.select().from(outbox).where(eq(outbox.organizationId, account.organizationId)),
    );
    expect(queued.filter(({ event }) => event === 'asset.revoked')).toHaveLength(2);
    const foreign = repositories().assets.setRevocation(randomUUID(), asset.id, 'x', NOW, [], []);
    expect(await foreign).toBeNull();
  });

  test('a failed asset starts again, counted again, and only a failed one', async () => {
    const account = await registerAccount(repositories());
    const asset = newAsset(account);
    const { assets: repository } = repositories();
    const { lease } = await repository.begin(asset, LEASE, [traceOf(asset.id, 'uploaded')]);
    const restart = () =>
      repository.restart(account.organizationId, asset.id, LEASE, NOW, [traceOf(asset.id, 'reprocessed')]);
    await expect(restart()).rejects.toMatchObject({ code: 'CONFLICT' });
    await repository.fail(lease, 'broken', NOW, []);
    expect(await usedBy(account.organizationId)).toBe(0);
    const restarted = await restart();
    expect(restarted).toMatchObject({ asset: { processingStatus: 'processing' }, request: asset.request });
    expect(await usedBy(account.organizationId)).toBe(asset.fileSizeBytes);
    expect(await actionsOf(asset.id)).toEqual(['uploaded', 'reprocessed']);
    expect(await repository.restart(randomUUID(), asset.id, LEASE, NOW, [])).toBeNull();
  });

  test('attempts of recovery are counted, and taken back', async () => {
    const account = await registerAccount(repositories());
    const asset = newAsset(account);
    const { assets: repository } = repositories();
    await repository.begin(asset, ENDED);
    const counts: number[] = [];
    for (const change of [1, 1, -1, 1, -1, -1, -1] as const)
      counts.push(await repository.countAttempt(asset.id, change));
    expect(counts).toEqual([1, 2, 1, 2, 1, 0, 0]);
    const [stranded] = (await repository.takeStranded(LEASE, 100)).filter((one) => one.asset.id === asset.id);
    // By one more, which held it as it was begun.
    expect(stranded?.request).toMatchObject({ ...asset.request, attempts: 1 });
  });

  test('only what failed before the instant is told', async () => {
    const account = await registerAccount(repositories());
    const [old, fresh, running] = [newAsset(account), newAsset(account), newAsset(account)];
    const { assets: repository } = repositories();
    const [first, second] = await Promise.all([old, fresh, running].map((asset) => repository.begin(asset, LEASE)));
    await repository.fail(first!.lease, 'broken', NOW, []);
    await repository.fail(second!.lease, 'broken', later(10), []);
    const done = await completedAsset(repositories(), account);
    const ids = [old, fresh, running, done].map(({ id }) => id);
    expect(await repository.failedBefore(ids, later(5))).toEqual(new Set([old.id]));
    expect(await repository.failedBefore([], later(5))).toEqual(new Set());
    await database().write((queries) => queries.delete(assets).where(eq(assets.id, old.id)));
    expect(await repository.failedBefore(ids, later(5))).toEqual(new Set());
  });
});
