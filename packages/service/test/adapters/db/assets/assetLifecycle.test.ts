import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { commitments } from '../../../../src/adapters/db/schema/ledger.ts';
import { outbox } from '../../../../src/adapters/db/schema/delivery.ts';
import { provenance, watermarks, watermarkTracks } from '../../../../src/adapters/db/schema/assets.ts';
import { fingerprintMatches, fingerprints } from '../../../../src/adapters/db/schema/fingerprints.ts';
import { quotaLimits } from '../../../../src/adapters/db/schema/quotas.ts';
import { PLAN_LIMITS } from '../../../../src/app/ports/accounts/planLimits.ts';
import type { OutboxEvent } from '../../../../src/app/ports/delivery/events.ts';
import {
  type Account,
  completedAsset,
  completionOf,
  eventOf,
  LEASE,
  newAsset,
  NOW,
  registerAccount,
  testRepositories,
} from '../../../support/fixtures.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';

const LATER = new Date(NOW.getTime() + 60_000);

describeOnEachEngine('the life of an asset', (database) => {
  const repositories = () => testRepositories(database());
  const quotaOf = async ({ organizationId }: Account, periodStart = '2026-11-01') => {
    const [row] = await database().read((queries) =>
      queries
        .select()
        .from(quotaLimits)
        .where(and(eq(quotaLimits.organizationId, organizationId), eq(quotaLimits.periodStart, periodStart))),
    );
    return row && { uploads: row.uploadsCount, bytes: row.storageUsedBytes, exceeded: row.quotaExceeded };
  };
  const isQueued = async ({ id }: OutboxEvent): Promise<boolean> => {
    const rows = await database().read((queries) => queries.select().from(outbox).where(eq(outbox.id, id)));
    return rows.length === 1;
  };

  test('begin gives the row back exactly as it was asked for, as processing', async () => {
    const account = await registerAccount(repositories());
    const asked = newAsset(account, {
      title: 'A "title" with ünïcode 東京',
      tags: ['Sunset', 'été'],
      exifMetadata: { Make: 'Canon', Nested: { Values: [1, 2.5, null] } },
    });
    const { request: _request, encryption: _encryption, ...fields } = asked;
    const expected = {
      ...fields,
      processingStatus: 'processing',
      processingError: null,
      watermarkedContentHash: null,
      watermarkedCid: null,
      watermarkedSizeBytes: null,
      previewSizeBytes: null,
      inBulk: false,
      filesNumber: 1,
      formerFilesSince: null,
      archiveCid: null,
      revokedAt: null,
      revokedReason: null,
      duplicateOf: null,
      earlierDeliveries: [],
      updatedAt: null,
      watermark: null,
    };
    const lease = { assetId: asked.id, owner: LEASE.owner, number: 1 };
    const held = { asset: expected, request: asked.request, lease };
    expect(await repositories().assets.begin(asked, LEASE)).toEqual(held);
    expect(await repositories().assets.find(account.organizationId, asked.id)).toEqual(expected);
  });

  test('text that PostgreSQL cannot store (NUL, half surrogates) is kept with a replacement character', async () => {
    const account = await registerAccount(repositories());
    const asked = newAsset(account, {
      title: 'a\0b',
      originalFilename: '\uD800.jpg',
      exifMetadata: { 'Maker\0Note': 'x\0y\uDC00' },
    });
    expect((await repositories().assets.begin(asked, LEASE)).asset).toMatchObject({
      title: 'a\uFFFDb',
      originalFilename: '\uFFFD.jpg',
      exifMetadata: { 'Maker\uFFFDNote': 'x\uFFFDy\uFFFD' },
    });
  });

  test('complete writes result, watermark, fingerprint and event together', async () => {
    const account = await registerAccount(repositories());
    const { asset: begun, lease } = await repositories().assets.begin(newAsset(account), LEASE);
    const event = eventOf(account);
    const completion = completionOf({ warnings: ['Only the first of 3 pages is used.'] });
    const completed = await repositories().assets.complete(lease, completion, [event]);
    expect(completed).toEqual({
      ...begun,
      processingStatus: 'completed',
      watermarkedCid: completion.watermarkedCid,
      watermarkedContentHash: completion.watermarkedContentHash,
      watermarkedSizeBytes: 1100,
      previewSizeBytes: 100,
      warnings: ['Only the first of 3 pages is used.'],
      updatedAt: completion.at,
      watermark: {
        createdAt: completion.at,
        tracks: [
          { track: 'a', detected: true, strength: 0.3, confidence: 0.98 },
          { track: 'b', detected: true, strength: 0.2, confidence: 0.95 },
          { track: 'c', detected: false, strength: 0, confidence: 0 },
        ],
        robustnessScore: null,
        deltaE: null,
        psnrDb: 41.5,
        ssim: 0.987,
      },
    });
    expect(await isQueued(event)).toBe(true);
    const fingerprint = await repositories().assets.fingerprint(begun.id);
    expect(fingerprint).toMatchObject({ model: 'test-model/1', similarityThreshold: 0.8 });
    expect(fingerprint?.pdqHash).toBe(Buffer.from(completion.fingerprint.pdq).toString('hex'));
    const [watermark] = await database().read((queries) =>
      queries.select().from(watermarks).where(eq(watermarks.assetId, begun.id)),
    );
    const tracks = await database().read((queries) =>
      queries
        .select()
        .from(watermarkTracks)
        .where(eq(watermarkTracks.assetId, begun.id))
        .orderBy(watermarkTracks.track),
    );
    expect(tracks.map(({ track, payload }) => [track, payload])).toEqual([
      ['a', new Uint8Array(16).fill(1)],
      ['b', new Uint8Array(16).fill(2)],
      ['c', null],
    ]);
    expect(watermark?.embeddingStrength).toBeCloseTo(0.25, 12);
  });

  test('an asset without a mark completes without a watermark record', async () => {
    const account = await registerAccount(repositories());
    const asset = await completedAsset(repositories(), account, {}, { watermark: null, watermarkedCid: null });
    expect(asset).toMatchObject({ processingStatus: 'completed', watermark: null });
  });

  test('states move along STATUS_NEXT alone, and a refused move leaves no event behind', async () => {
    const account = await registerAccount(repositories());
    const { lease } = await repositories().assets.begin(newAsset(account), LEASE);
    const asset = await repositories().assets.complete(lease, completionOf(), []);
    const event = eventOf(account);
    await expect(repositories().assets.complete(lease, completionOf(), [event])).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect(await repositories().assets.fail(lease, 'too late', LATER, [event])).toBe(false);
    expect(await repositories().assets.discard(lease)).toBe(false);
    expect(await repositories().assets.findAny(asset.id)).toEqual(asset);
    expect(await isQueued(event)).toBe(false);
    const unknown = { ...lease, assetId: crypto.randomUUID() };
    await expect(repositories().assets.complete(unknown, completionOf(), [])).rejects.toMatchObject({
      code: 'ASSET_NOT_FOUND',
    });
  });

  test('of several completions at the same time one counts', async () => {
    const account = await registerAccount(repositories());
    const { lease } = await repositories().assets.begin(newAsset(account), LEASE);
    const attempts = await Promise.allSettled(
      Array.from({ length: 4 }, () => repositories().assets.complete(lease, completionOf(), [])),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await quotaOf(account)).toMatchObject({ uploads: 1, bytes: 2200 });
  });

  test('duplicateOf names the oldest asset of the same organization with the same bytes, and no stranger', async () => {
    const account = await registerAccount(repositories());
    const stranger = await registerAccount(repositories());
    const contentHash = 'c'.repeat(64);
    await repositories().assets.begin(newAsset(stranger, { contentHash }), LEASE);
    const first = await repositories().assets.begin(newAsset(account, { contentHash }), LEASE);
    const createdAt = LATER;
    const second = await repositories().assets.begin(newAsset(account, { contentHash, createdAt }), LEASE);
    const third = await repositories().assets.begin(newAsset(account, { contentHash, createdAt }), LEASE);
    const oldest = first.asset.id;
    expect([first, second, third].map(({ asset }) => asset.duplicateOf)).toEqual([null, oldest, oldest]);
    await repositories().assets.fail(first.lease, 'broken', LATER, []);
    await repositories().assets.fail(second.lease, 'broken', LATER, []);
    const fourth = await repositories().assets.begin(newAsset(account, { contentHash, createdAt }), LEASE);
    expect(fourth.asset.duplicateOf).toBe(third.asset.id);
  });

  describe('quota', () => {
    test('begin counts upload and bytes, complete adds the made files, remove gives the bytes back', async () => {
      const account = await registerAccount(repositories());
      const { asset: begun, lease } = await repositories().assets.begin(newAsset(account), LEASE);
      expect(await quotaOf(account)).toEqual({ uploads: 1, bytes: 1000, exceeded: false });
      await repositories().assets.complete(lease, completionOf(), []);
      expect(await quotaOf(account)).toEqual({ uploads: 1, bytes: 2200, exceeded: false });
      await repositories().assets.remove(account.organizationId, begun.id, []);
      expect(await quotaOf(account)).toEqual({ uploads: 1, bytes: 0, exceeded: false });
    });

    test('fail and discard give everything back, once', async () => {
      const account = await registerAccount(repositories());
      const failing = await repositories().assets.begin(newAsset(account), LEASE);
      const discarded = await repositories().assets.begin(newAsset(account), LEASE);
      const event = eventOf(account);
      await repositories().assets.fail(failing.lease, 'broken', LATER, [event]);
      await repositories().assets.fail(failing.lease, 'broken', LATER, []);
      await repositories().assets.discard(discarded.lease);
      expect(await quotaOf(account)).toEqual({ uploads: 0, bytes: 0, exceeded: false });
      expect(await isQueued(event)).toBe(true);
      expect(await repositories().assets.findAny(discarded.asset.id)).toBeNull();
      expect(await repositories().assets.findAny(failing.asset.id)).toMatchObject({
        processingStatus: 'failed',
        processingError: 'broken',
      });
      await repositories().assets.remove(account.organizationId, failing.asset.id, []);
      expect(await quotaOf(account)).toEqual({ uploads: 0, bytes: 0, exceeded: false });
    });

    test('a delete during the processing gives the upload back as well', async () => {
      const account = await registerAccount(repositories());
      const { asset: begun } = await repositories().assets.begin(newAsset(account), LEASE);
      expect(await repositories().assets.remove(account.organizationId, begun.id, [])).toBe(true);
      expect(await quotaOf(account)).toEqual({ uploads: 0, bytes: 0, exceeded: false });
    });

    test('a new month starts at zero uploads with the bytes in use', async () => {
      const account = await registerAccount(repositories());
      await completedAsset(repositories(), account);
      const december = new Date('2026-12-01T00:00:00.000Z');
      await repositories().assets.begin(newAsset(account, { createdAt: december }), LEASE);
      expect(await quotaOf(account)).toMatchObject({ uploads: 1, bytes: 2200 });
      expect(await quotaOf(account, '2026-12-01')).toMatchObject({ uploads: 1, bytes: 3200 });
    });

    test('limits hold exactly under concurrency when they are enforced', async () => {
      const planLimits = {
        ...PLAN_LIMITS,
        free: { uploadsPerMonth: 3, verificationsPerDay: 1, storageBytes: 10_000, assetsMax: 1000, usersMax: 1 },
      };
      const enforcing = testRepositories(database(), { planLimits, enforceQuotas: true });
      const account = await registerAccount(enforcing);
      const attempts = await Promise.allSettled(
        Array.from({ length: 8 }, () => enforcing.assets.begin(newAsset(account), LEASE)),
      );
      expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
      const refused = attempts.find((attempt) => attempt.status === 'rejected');
      expect(refused?.reason).toMatchObject({
        code: 'QUOTA_EXCEEDED',
        extra: { quota: 'uploads_per_month', limit: 3, used: 3, resets_at: '2026-12-01T00:00:00.000Z' },
      });
      expect(await quotaOf(account)).toEqual({ uploads: 3, bytes: 3000, exceeded: true });
    });

    test('a file that does not fit in the storage is refused and named so', async () => {
      const planLimits = {
        ...PLAN_LIMITS,
        free: { uploadsPerMonth: 3, verificationsPerDay: 1, storageBytes: 999, assetsMax: 1000, usersMax: 1 },
      };
      const enforcing = testRepositories(database(), { planLimits, enforceQuotas: true });
      const account = await registerAccount(enforcing);
      await expect(enforcing.assets.begin(newAsset(account), LEASE)).rejects.toMatchObject({
        extra: { quota: 'storage_bytes', limit: 999, used: 0 },
      });
    });

    test('without enforcement uploads beyond the limit are counted', async () => {
      const planLimits = {
        ...PLAN_LIMITS,
        free: { uploadsPerMonth: 1, verificationsPerDay: 1, storageBytes: 1, assetsMax: 1000, usersMax: 1 },
      };
      const counting = testRepositories(database(), { planLimits });
      const account = await registerAccount(counting);
      await counting.assets.begin(newAsset(account), LEASE);
      await counting.assets.begin(newAsset(account), LEASE);
      expect(await quotaOf(account)).toEqual({ uploads: 2, bytes: 2000, exceeded: true });
    });
  });

  test('patch changes what is named, clears with null, and tells an unknown or foreign asset by null', async () => {
    const account = await registerAccount(repositories());
    const stranger = await registerAccount(repositories());
    const asset = await completedAsset(repositories(), account, { title: 'old', description: 'text', tags: ['a'] });
    const event = eventOf(account);
    const patched = await repositories().assets.patch(
      account.organizationId,
      asset.id,
      { title: 'new', description: null },
      LATER,
      [event],
    );
    expect(patched).toEqual({ ...asset, title: 'new', description: null, updatedAt: LATER });
    expect(await isQueued(event)).toBe(true);
    const foreign = eventOf(account);
    const { patch } = repositories().assets;
    expect(await patch(stranger.organizationId, asset.id, { title: 'x' }, LATER, [foreign])).toBeNull();
    expect(await isQueued(foreign)).toBe(false);
  });

  test('remove takes watermark, fingerprint, matches, commitments and provenance along, and only for the owner', async () => {
    const account = await registerAccount(repositories());
    const stranger = await registerAccount(repositories());
    const asset = await completedAsset(repositories(), account);
    const other = await completedAsset(repositories(), account);
    await database().write(async (transaction) => {
      const [own] = await transaction.select().from(fingerprints).where(eq(fingerprints.assetId, asset.id));
      const [target] = await transaction.select().from(fingerprints).where(eq(fingerprints.assetId, other.id));
      await transaction.insert(fingerprintMatches).values({
        id: crypto.randomUUID(),
        sourceFingerprintId: target!.id,
        targetFingerprintId: own!.id,
        targetAssetId: asset.id,
        embedding768Similarity: 0.9,
        embedding1024Similarity: 0.9,
        pdqSimilarity: 0.9,
        averageSimilarity: 0.9,
        isMatch: true,
      });
      await transaction.insert(commitments).values({
        id: crypto.randomUUID(),
        assetId: asset.id,
        organizationId: account.organizationId,
        commitmentHash: 'h',
        commitmentPayload: new Uint8Array(3),
        blockchainNetwork: 'devnet',
        signature: new Uint8Array(64),
        keyVersion: 1,
      });
      await transaction
        .insert(provenance)
        .values({ id: crypto.randomUUID(), assetId: asset.id, action: 'upload', actorKind: 'user', hash: 'h' });
    });
    const event = eventOf(account);
    expect(await repositories().assets.remove(stranger.organizationId, asset.id, [event])).toBe(false);
    expect(await isQueued(event)).toBe(false);
    expect(await repositories().assets.remove(account.organizationId, asset.id, [event])).toBe(true);
    expect(await repositories().assets.remove(account.organizationId, asset.id, [])).toBe(false);
    expect(await isQueued(event)).toBe(true);
    const left = await database().read(async (queries) => [
      ...(await queries.select().from(watermarks).where(eq(watermarks.assetId, asset.id))),
      ...(await queries.select().from(watermarkTracks).where(eq(watermarkTracks.assetId, asset.id))),
      ...(await queries.select().from(fingerprints).where(eq(fingerprints.assetId, asset.id))),
      ...(await queries.select().from(fingerprintMatches).where(eq(fingerprintMatches.targetAssetId, asset.id))),
      ...(await queries.select().from(commitments).where(eq(commitments.assetId, asset.id))),
      ...(await queries.select().from(provenance).where(eq(provenance.assetId, asset.id))),
    ]);
    expect(left).toEqual([]);
    expect(await repositories().assets.findAny(other.id)).not.toBeNull();
  });
});
