/** What changes an asset, each in one transaction. States move along `STATUS_NEXT` alone. @module */
import { AppError } from '@assay/core/errors';
import { and, asc, eq, ne, type SQL, sql } from 'drizzle-orm';
import {
  type Asset,
  type AssetLease,
  type Assets,
  type Completion,
  type HeldAsset,
  type NewAsset,
  type Precondition,
  type ProcessingStatus,
  STATUS_NEXT,
} from '../../../app/ports/assets/assets.ts';
import type { LeaseRequest } from '../../../app/ports/runtime/leases.ts';
import { takeLease } from './assetLeases.ts';
import { newAssetRow, oneAsset, patchedTexts, searchableColumns } from './assetRows.ts';
import type { Database, Queries } from '../connection/database.ts';
import { NO_LEASE } from '../connection/leasedRows.ts';
import { fingerprintRow, putWatermark } from './derivedRows.ts';
import { holdOrganizationKey } from '../keys/encryptionKeys.ts';
import { putDeliveredManifest } from './manifests.ts';
import { putMatchWork } from '../fingerprints/fingerprintWork.ts';
import { putSearchRow } from '../fingerprints/searchRows.ts';
import { insertEvents } from '../webhooks/outbox.ts';
import { appendTraces } from './provenance.ts';
import { ASSET_BYTES, adjustQuota, ensureQuotaRow, type QuotaSettings, takeQuota } from '../quotas/quota.ts';
import { assets } from '../schema/assets.ts';
import { fingerprints } from '../schema/fingerprints.ts';
import { storableText } from '../connection/storable.ts';

type Lifecycle = Pick<
  Assets,
  'begin' | 'restart' | 'complete' | 'fail' | 'discard' | 'patch' | 'remove' | 'setRevocation'
>;

export function createAssetLifecycle(database: Database, settings: QuotaSettings): Lifecycle {
  return {
    ...ownerChanges(database, settings),

    begin: (asset, lease, traces = []) =>
      database.write(async (transaction) => {
        const begun = await begin(transaction, settings, asset, lease);
        await appendTraces(transaction, traces);
        return begun;
      }),

    restart: (organizationId, id, lease, at, traces) =>
      database.write(async (transaction) => {
        const restarted = await restart(transaction, settings, { organizationId, id, lease, at });
        if (restarted) await appendTraces(transaction, traces);
        return restarted;
      }),

    complete: (lease, completion, events, traces = []) =>
      database.write(async (transaction) => {
        await complete(transaction, settings, lease, completion);
        await appendTraces(transaction, traces);
        await insertEvents(transaction, events);
        return found(await oneAsset(transaction, eq(assets.id, lease.assetId)));
      }),

    fail: (lease, publicError, at, events) =>
      database.write(async (transaction) => {
        const locked = await lockAsset(transaction, eq(assets.id, lease.assetId));
        if (!locked || !isHeld(locked, lease) || !mayBecome(locked, 'failed')) return false;
        await giveBack(transaction, settings, locked, { upload: true });
        await transaction
          .update(assets)
          .set({ processingStatus: 'failed', processingError: publicError, ...NO_LEASE, updatedAt: at })
          .where(eq(assets.id, lease.assetId));
        await insertEvents(transaction, events);
        return true;
      }),

    discard: (lease) =>
      database.write(async (transaction) => {
        const locked = await lockAsset(transaction, eq(assets.id, lease.assetId));
        if (!locked || !isHeld(locked, lease) || !isUnfinished(locked)) return false;
        await giveBack(transaction, settings, locked, { upload: true });
        await transaction.delete(assets).where(eq(assets.id, lease.assetId));
        return true;
      }),
  };
}

/** What owners do to an asset that is there. */
const ownerChanges = (
  database: Database,
  settings: QuotaSettings,
): Pick<Lifecycle, 'patch' | 'setRevocation' | 'remove'> => ({
  patch: (organizationId, id, patch, at, events, check) =>
    database.write(async (transaction) => {
      const own = and(eq(assets.id, id), eq(assets.organizationId, organizationId));
      // Locked first: the search terms are made of all texts, and another patch may change the others.
      await transaction.select({ id: assets.id }).from(assets).where(own).for('update');
      const asset = await oneAsset(transaction, own);
      if (!asset) return null;
      check?.(asset);
      await transaction
        .update(assets)
        .set({ ...searchableColumns(patchedTexts(asset, patch)), updatedAt: at })
        .where(own);
      await insertEvents(transaction, events);
      return oneAsset(transaction, own);
    }),

  setRevocation: (organizationId, id, reason, at, events, traces, check) =>
    database.write(async (transaction) => {
      const own = and(eq(assets.id, id), eq(assets.organizationId, organizationId));
      const revoked = await setRevocation(transaction, own, { reason, at, check });
      if (!revoked) return null;
      await appendTraces(transaction, traces);
      await insertEvents(transaction, events);
      return oneAsset(transaction, own);
    }),

  remove: (organizationId, id, events, check) =>
    database.write(async (transaction) => {
      const own = and(eq(assets.id, id), eq(assets.organizationId, organizationId));
      const locked = await lockAsset(transaction, own);
      if (!locked) return false;
      check?.(found(await oneAsset(transaction, own)));
      // A finished upload stays counted, or deleting would make room for more work; a failed one gave everything back
      // already.
      if (locked.status !== 'failed') await giveBack(transaction, settings, locked, { upload: isUnfinished(locked) });
      await transaction.delete(assets).where(own);
      await insertEvents(transaction, events);
      return true;
    }),
});

async function begin(
  transaction: Queries,
  settings: QuotaSettings,
  asset: NewAsset,
  request: LeaseRequest,
): Promise<HeldAsset> {
  if (asset.encryption) await holdOrganizationKey(transaction, asset.organizationId, asset.encryption);
  const change = { uploads: 1, storageBytes: asset.fileSizeBytes };
  await takeQuota(transaction, settings, asset.organizationId, change, asset.createdAt);
  // The quota row stays locked until the end, so that of two uploads of the same bytes one sees the other.
  const [twin] = await transaction
    .select({ id: assets.id })
    .from(assets)
    .where(
      and(
        eq(assets.organizationId, asset.organizationId),
        eq(assets.contentHash, asset.contentHash),
        ne(assets.processingStatus, 'failed'),
      ),
    )
    .orderBy(asc(assets.createdAt), asc(assets.id))
    .limit(1);
  await transaction
    .insert(assets)
    .values({ ...newAssetRow(asset), processingStatus: 'processing', duplicateOf: twin?.id ?? null });
  return takeLease(transaction, asset.id, request);
}

interface Restart {
  readonly organizationId: string;
  readonly id: string;
  readonly lease: LeaseRequest;
  readonly at: Date;
}

async function restart(
  transaction: Queries,
  settings: QuotaSettings,
  { organizationId, id, lease, at }: Restart,
): ReturnType<Lifecycle['restart']> {
  const own = and(eq(assets.id, id), eq(assets.organizationId, organizationId));
  const locked = await lockAsset(transaction, own);
  if (!locked) return null;
  if (locked.status !== 'failed')
    throw new AppError('CONFLICT', `Only a failed asset can be processed again; this one is ${locked.status}.`);
  // Counted in the month of its creation, as `giveBack` will look for it there; its bytes in the present one.
  await takeQuota(transaction, settings, organizationId, { uploads: 0, storageBytes: locked.bytes }, at);
  await takeQuota(transaction, settings, organizationId, { uploads: 1, storageBytes: 0 }, locked.createdAt);
  await transaction.update(assets).set({ processingError: null, updatedAt: at }).where(own);
  return takeLease(transaction, id, lease);
}

interface Revocation {
  /** Null restores. */
  readonly reason: string | null;
  readonly at: Date;
  readonly check: Precondition<Asset> | undefined;
}

/** False if there is none. */
async function setRevocation(
  transaction: Queries,
  own: SQL | undefined,
  { reason, at, check }: Revocation,
): Promise<boolean> {
  const [row] = await transaction.select({ revokedAt: assets.revokedAt }).from(assets).where(own).for('update');
  if (!row) return false;
  check?.(found(await oneAsset(transaction, own)));
  const isRevoked = row.revokedAt !== null;
  if (isRevoked === (reason !== null))
    throw new AppError('CONFLICT', isRevoked ? 'The asset is withdrawn already.' : 'The asset is not withdrawn.');
  await transaction
    .update(assets)
    .set({ revokedAt: reason === null ? null : at, revokedReason: storableText(reason), updatedAt: at })
    .where(own);
  return true;
}

async function complete(
  transaction: Queries,
  settings: QuotaSettings,
  lease: AssetLease,
  completion: Completion,
): Promise<void> {
  const { assetId: id } = lease;
  const locked = await lockAsset(transaction, eq(assets.id, id));
  if (!locked) throw new AppError('ASSET_NOT_FOUND', 'The asset was deleted while it was processed.');
  if (!mayBecome(locked, 'completed'))
    throw new AppError('CONFLICT', `The asset is ${locked.status} and cannot become completed.`);

  if (!isHeld(locked, lease))
    throw new AppError('CONFLICT', 'Another process works on this asset by now; it will complete it.');

  const { watermark, fingerprint, warnings, manifest, at, ...files } = completion;
  const storageBytes = (files.watermarkedSizeBytes ?? 0) + files.previewSizeBytes;
  await takeQuota(transaction, settings, locked.organizationId, { uploads: 0, storageBytes }, at);
  await transaction
    .update(assets)
    .set({
      ...files,
      warnings: warnings.map((warning) => storableText(warning)),
      processingStatus: 'completed',
      processingError: null,
      filesNumber: lease.number,
      ...NO_LEASE,
      updatedAt: at,
    })
    .where(eq(assets.id, id));
  if (watermark) await putWatermark(transaction, settings.ids.uuid(), id, watermark, at);
  await transaction.insert(fingerprints).values(fingerprintRow(settings.ids.uuid(), id, fingerprint, at));
  await putSearchRow(transaction, id, fingerprint);
  await putMatchWork(transaction, id, false);
  if (manifest) {
    const entry = { organizationId: locked.organizationId, assetId: id, copyId: null };
    await putDeliveredManifest(transaction, settings.ids, entry, manifest);
  }
}

interface LockedAsset {
  readonly organizationId: string;
  readonly status: ProcessingStatus;
  readonly createdAt: Date;
  readonly bytes: number;
  readonly leaseOwner: string | null;
  readonly leaseNumber: number;
}

/** Its state cannot change under the transaction; null if there is none. */
async function lockAsset(transaction: Queries, condition: SQL | undefined): Promise<LockedAsset | null> {
  const [row] = await transaction
    .select({
      organizationId: assets.organizationId,
      status: assets.processingStatus,
      createdAt: assets.createdAt,
      bytes: sql`${ASSET_BYTES}`.mapWith(Number),
      leaseOwner: assets.leaseOwner,
      leaseNumber: assets.leaseNumber,
    })
    .from(assets)
    .where(condition)
    .for('update');
  return row ?? null;
}

const mayBecome = ({ status }: LockedAsset, next: ProcessingStatus): boolean =>
  (STATUS_NEXT[status] as readonly ProcessingStatus[]).includes(next);

/** Its end does not matter as long as nobody else has taken it. */
const isHeld = ({ leaseOwner, leaseNumber }: LockedAsset, { owner, number }: AssetLease): boolean =>
  leaseOwner === owner && leaseNumber === number;

const isUnfinished = ({ status }: LockedAsset): boolean => status === 'pending' || status === 'processing';

/** Bytes leave the present month's total; an upload leaves the month that it was counted in. */
async function giveBack(
  transaction: Queries,
  settings: QuotaSettings,
  asset: LockedAsset,
  { upload }: { readonly upload: boolean },
): Promise<void> {
  const now = settings.clock.now();
  await ensureQuotaRow(transaction, settings, asset.organizationId, now);
  await adjustQuota(transaction, asset.organizationId, { storageBytes: -asset.bytes }, now);
  if (upload) await adjustQuota(transaction, asset.organizationId, { uploads: -1 }, asset.createdAt);
}

function found(asset: Asset | null): Asset {
  if (!asset) throw new Error('a row vanished inside the transaction that wrote it');
  return asset;
}
