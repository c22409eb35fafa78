/** Delivered files that take the place of others: docs/spec/assets.md#marking-anew. @module */
import { AppError } from '@assay/core/errors';
import { and, asc, eq, getTableColumns, gt, lte, type SQL } from 'drizzle-orm';
import type { Asset, AssetLease, EarlierDelivery } from '../../../app/ports/assets/assets.ts';
import type { DeliveredFiles, Delivery } from '../../../app/ports/assets/deliveredFiles.ts';
import type { Database, Queries } from '../connection/database.ts';
import { databaseNow } from '../connection/databaseClock.ts';
import { NO_LEASE } from '../connection/leasedRows.ts';
import { storableText } from '../connection/storable.ts';
import { adjustQuota, type QuotaSettings, takeQuota } from '../quotas/quota.ts';
import { assets, watermarks } from '../schema/assets.ts';
import { insertEvents } from '../webhooks/outbox.ts';
import { leaseAsset } from './assetLeases.ts';
import { oneAsset } from './assetRows.ts';
import { putWatermark } from './derivedRows.ts';
import { putDeliveredManifest } from './manifests.ts';
import { appendTraces } from './provenance.ts';

export const createDeliveredFiles = (database: Database, settings: QuotaSettings): DeliveredFiles => ({
  hold: (organizationId, id, lease, at) =>
    database.write(async (transaction) => {
      const own = and(eq(assets.id, id), eq(assets.organizationId, organizationId));
      const locked = await lock(transaction, own);
      if (!locked) return null;
      if (locked.processingStatus !== 'completed')
        throw new AppError(
          'CONFLICT',
          `Only a completed asset can be marked anew; this one is ${locked.processingStatus}.`,
        );
      const [held] = await transaction
        .select({ id: assets.id })
        .from(assets)
        .where(and(own, gt(assets.leaseUntil, databaseNow())));
      if (held) throw new AppError('CONFLICT', 'This asset is being marked anew already. Ask again in a minute.');
      await takeQuota(transaction, settings, organizationId, { uploads: 1, storageBytes: 0 }, at, 0);
      return leaseAsset(transaction, id, lease, 'completed');
    }),

  letGo: (lease, at) =>
    database.write(async (transaction) => {
      const [held] = await transaction
        .update(assets)
        .set(NO_LEASE)
        .where(heldBy(lease))
        .returning({ organizationId: assets.organizationId });
      if (held) await adjustQuota(transaction, held.organizationId, { uploads: -1 }, at);
      return held !== undefined;
    }),

  replace: (lease, delivery, events, traces) =>
    database.write(async (transaction) => {
      await replace(transaction, settings, lease, delivery);
      await appendTraces(transaction, traces);
      await insertEvents(transaction, events);
      const asset = await oneAsset(transaction, eq(assets.id, lease.assetId));
      if (!asset) throw new Error('a row vanished inside the transaction that wrote it');
      return asset;
    }),

  notePreview: (asset, sizeBytes, at) =>
    database.write((transaction) => notePreview(transaction, asset, sizeBytes, at)),

  former: (before, limit) =>
    database.read((queries) =>
      queries
        .select({ assetId: assets.id, filesNumber: assets.filesNumber })
        .from(assets)
        .where(lte(assets.formerFilesSince, before))
        .orderBy(asc(assets.formerFilesSince))
        .limit(limit),
    ),

  forgetFormer: ({ assetId, filesNumber }) =>
    database.write(async (transaction) => {
      await transaction
        .update(assets)
        .set({ formerFilesSince: null })
        .where(and(eq(assets.id, assetId), eq(assets.filesNumber, filesNumber)));
    }),
});

const heldBy = ({ assetId, owner, number }: AssetLease): SQL | undefined =>
  and(
    eq(assets.id, assetId),
    eq(assets.processingStatus, 'completed'),
    eq(assets.leaseOwner, owner),
    eq(assets.leaseNumber, number),
  );

async function lock(transaction: Queries, condition: SQL | undefined) {
  const [row] = await transaction.select(getTableColumns(assets)).from(assets).where(condition).for('update');
  return row ?? null;
}

async function replace(
  transaction: Queries,
  settings: QuotaSettings,
  lease: AssetLease,
  { watermark, warnings, manifest, at, ...files }: Delivery,
): Promise<void> {
  const { assetId: id } = lease;
  if (!(await lock(transaction, eq(assets.id, id))))
    throw new AppError('ASSET_NOT_FOUND', 'The asset was deleted while it was marked anew.');
  const [held, asset] = [await lock(transaction, heldBy(lease)), await oneAsset(transaction, eq(assets.id, id))];
  if (!held || !asset) throw new AppError('CONFLICT', 'Another process marks this asset anew by now.');
  await countBytes(transaction, settings, asset, { ...files, at });
  await transaction
    .update(assets)
    .set({
      ...files,
      warnings: warnings.map((warning) => storableText(warning)),
      earlierDeliveries: withFormer(asset, files.watermarkedContentHash, at),
      filesNumber: lease.number,
      formerFilesSince: at,
      ...NO_LEASE,
      updatedAt: at,
    })
    .where(eq(assets.id, id));
  await transaction.delete(watermarks).where(eq(watermarks.assetId, id));
  if (watermark) await putWatermark(transaction, settings.ids.uuid(), id, watermark, at);
  const entry = { organizationId: held.organizationId, assetId: id, copyId: null };
  if (manifest) await putDeliveredManifest(transaction, settings.ids, entry, manifest);
}

type Sizes = Pick<Delivery, 'watermarkedSizeBytes' | 'previewSizeBytes' | 'at'>;

/** What the new files are larger or smaller by; the upload was counted before the work. */
async function countBytes(
  transaction: Queries,
  settings: QuotaSettings,
  { organizationId, ...former }: Asset,
  { watermarkedSizeBytes, previewSizeBytes, at }: Sizes,
): Promise<void> {
  const before = (former.watermarkedSizeBytes ?? 0) + (former.previewSizeBytes ?? 0);
  const more = (watermarkedSizeBytes ?? 0) + previewSizeBytes - before;
  await takeQuota(transaction, settings, organizationId, { uploads: 0, storageBytes: Math.max(0, more) }, at);
  if (more < 0) await adjustQuota(transaction, organizationId, { storageBytes: more }, at);
}

async function notePreview(
  transaction: Queries,
  { id, filesNumber }: Pick<Asset, 'id' | 'filesNumber'>,
  sizeBytes: number,
  at: Date,
): Promise<void> {
  const named = await lock(transaction, and(eq(assets.id, id), eq(assets.filesNumber, filesNumber)));
  if (named === null || named.previewSizeBytes === null) return;
  await transaction.update(assets).set({ previewSizeBytes: sizeBytes }).where(eq(assets.id, id));
  await adjustQuota(transaction, named.organizationId, { storageBytes: sizeBytes - named.previewSizeBytes }, at);
}

/** The former file with what its tracks read when it was made; the newest last, none twice. */
function withFormer(asset: Asset, next: string | null, at: Date): EarlierDelivery[] {
  const { watermarkedContentHash: contentHash, watermark, earlierDeliveries } = asset;
  const kept = earlierDeliveries.filter((earlier) => earlier.contentHash !== next);
  if (contentHash === null || contentHash === next) return kept;
  const tracks = (watermark?.tracks ?? []).map(({ track, detected, confidence }) => ({ track, detected, confidence }));
  return [...kept, { contentHash, tracks, replacedAt: at.toISOString() }];
}
