/** What changes an asset, each in one transaction. States move along `STATUS_NEXT` alone. @module */
import { AppError } from '@assay/core/errors';
import { and, asc, eq, inArray, lt, ne, type SQL, sql } from 'drizzle-orm';
import {
  type Asset,
  type Assets,
  type Completion,
  type NewAsset,
  type ProcessingStatus,
  STATUS_NEXT,
} from '../../../app/ports/assets/assets.ts';
import { newAssetRow, oneAsset, patchedTexts, searchableColumns } from './assetRows.ts';
import type { Database, Queries } from '../connection/database.ts';
import { fingerprintRow, watermarkRow, watermarkTrackRows } from './derivedRows.ts';
import { holdOrganizationKey } from '../keys/encryptionKeys.ts';
import { putDeliveredManifest } from './manifests.ts';
import { putSearchRow } from '../fingerprints/searchRows.ts';
import { insertEvents } from '../webhooks/outbox.ts';
import { appendTraces } from './provenance.ts';
import { ASSET_BYTES, adjustQuota, ensureQuotaRow, type QuotaSettings, takeQuota } from '../quotas/quota.ts';
import { assets, watermarks, watermarkTracks } from '../schema/assets.ts';
import { fingerprints } from '../schema/fingerprints.ts';
import { storableText } from '../connection/storable.ts';

type Lifecycle = Pick<
  Assets,
  | 'begin'
  | 'restart'
  | 'complete'
  | 'fail'
  | 'discard'
  | 'patch'
  | 'remove'
  | 'takeStranded'
  | 'setRevocation'
  | 'countAttempt'
>;

export function createAssetLifecycle(database: Database, settings: QuotaSettings): Lifecycle {
  return {
    ...ownerChanges(database, settings),
    ...recovery(database),

    begin: (asset, leaseUntil, traces = []) =>
      database.write(async (transaction) => {
        const begun = await begin(transaction, settings, asset, leaseUntil);
        await appendTraces(transaction, traces);
        return begun;
      }),

    restart: (organizationId, id, leaseUntil, at, traces) =>
      database.write(async (transaction) => {
        const restarted = await restart(transaction, settings, { organizationId, id, leaseUntil, at });
        if (restarted) await appendTraces(transaction, traces);
        return restarted;
      }),

    complete: (id, completion, events, traces = []) =>
      database.write(async (transaction) => {
        await complete(transaction, settings, id, completion);
        await appendTraces(transaction, traces);
        await insertEvents(transaction, events);
        return found(await oneAsset(transaction, eq(assets.id, id)));
      }),

    fail: (id, publicError, at, events) =>
      database.write(async (transaction) => {
        const locked = await lockAsset(transaction, eq(assets.id, id));
        if (!locked || !mayBecome(locked, 'failed')) return;
        await giveBack(transaction, settings, locked, { upload: true });
        await transaction
          .update(assets)
          .set({ processingStatus: 'failed', processingError: publicError, leaseUntil: null, updatedAt: at })
          .where(eq(assets.id, id));
        await insertEvents(transaction, events);
      }),

    discard: (id) =>
      database.write(async (transaction) => {
        const locked = await lockAsset(transaction, eq(assets.id, id));
        if (!locked || !isUnfinished(locked)) return;
        await giveBack(transaction, settings, locked, { upload: true });
        await transaction.delete(assets).where(eq(assets.id, id));
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

  setRevocation: (organizationId, id, reason, at, events, traces) =>
    database.write(async (transaction) => {
      const own = and(eq(assets.id, id), eq(assets.organizationId, organizationId));
      const revoked = await setRevocation(transaction, own, reason, at);
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

/** What a process that ended left behind is taken up by another. */
const recovery = (database: Database): Pick<Lifecycle, 'countAttempt' | 'takeStranded'> => ({
  countAttempt: (id, change) =>
    database.write(async (transaction) => {
      const attempts = sql`greatest(0, (${assets.processingRequest}->>'attempts')::integer + ${change}::integer)`;
      const [row] = await transaction
        .update(assets)
        .set({ processingRequest: sql`jsonb_set(${assets.processingRequest}, '{attempts}', to_jsonb(${attempts}))` })
        .where(eq(assets.id, id))
        .returning({ request: assets.processingRequest });
      return row?.request.attempts ?? 0;
    }),

  takeStranded: (now, leaseUntil, limit) =>
    database.write((transaction) => takeStranded(transaction, now, leaseUntil, limit)),
});

async function begin(transaction: Queries, settings: QuotaSettings, asset: NewAsset, leaseUntil: Date): Promise<Asset> {
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
    .values({ ...newAssetRow(asset), processingStatus: 'processing', leaseUntil, duplicateOf: twin?.id ?? null });
  return found(await oneAsset(transaction, eq(assets.id, asset.id)));
}

interface Restart {
  readonly organizationId: string;
  readonly id: string;
  readonly leaseUntil: Date;
  readonly at: Date;
}

async function restart(
  transaction: Queries,
  settings: QuotaSettings,
  { organizationId, id, leaseUntil, at }: Restart,
): ReturnType<Lifecycle['restart']> {
  const own = and(eq(assets.id, id), eq(assets.organizationId, organizationId));
  const locked = await lockAsset(transaction, own);
  if (!locked) return null;
  if (locked.status !== 'failed')
    throw new AppError('CONFLICT', `Only a failed asset can be processed again; this one is ${locked.status}.`);
  // Counted in the month of its creation, as `giveBack` will look for it there; its bytes in the present one.
  await takeQuota(transaction, settings, organizationId, { uploads: 0, storageBytes: locked.bytes }, at);
  await takeQuota(transaction, settings, organizationId, { uploads: 1, storageBytes: 0 }, locked.createdAt);
  const [row] = await transaction
    .update(assets)
    .set({ processingStatus: 'processing', processingError: null, leaseUntil, updatedAt: at })
    .where(own)
    .returning({ request: assets.processingRequest });
  return row ? { asset: found(await oneAsset(transaction, own)), request: row.request } : null;
}

/** False if there is none. */
async function setRevocation(
  transaction: Queries,
  own: SQL | undefined,
  reason: string | null,
  at: Date,
): Promise<boolean> {
  const [row] = await transaction.select({ revokedAt: assets.revokedAt }).from(assets).where(own).for('update');
  if (!row) return false;
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
  id: string,
  completion: Completion,
): Promise<void> {
  const locked = await lockAsset(transaction, eq(assets.id, id));
  if (!locked) throw new AppError('ASSET_NOT_FOUND', 'The asset was deleted while it was processed.');
  if (!mayBecome(locked, 'completed'))
    throw new AppError('CONFLICT', `The asset is ${locked.status} and cannot become completed.`);

  const { watermark, fingerprint, warnings, manifest, at, ...files } = completion;
  const storageBytes = (files.watermarkedSizeBytes ?? 0) + files.previewSizeBytes;
  await ensureQuotaRow(transaction, settings, locked.organizationId, at);
  await adjustQuota(transaction, locked.organizationId, { storageBytes }, at);
  await transaction
    .update(assets)
    .set({
      ...files,
      warnings: warnings.map((warning) => storableText(warning)),
      processingStatus: 'completed',
      processingError: null,
      leaseUntil: null,
      updatedAt: at,
    })
    .where(eq(assets.id, id));
  if (watermark) {
    await transaction.insert(watermarks).values(watermarkRow(settings.ids.uuid(), id, watermark, at));
    await transaction.insert(watermarkTracks).values(watermarkTrackRows(id, watermark));
  }
  await transaction.insert(fingerprints).values(fingerprintRow(settings.ids.uuid(), id, fingerprint, at));
  await putSearchRow(transaction, id, fingerprint);
  if (manifest) {
    const entry = { organizationId: locked.organizationId, assetId: id, copyId: null };
    await putDeliveredManifest(transaction, settings.ids, entry, manifest);
  }
}

async function takeStranded(
  transaction: Queries,
  now: Date,
  leaseUntil: Date,
  limit: number,
): ReturnType<Lifecycle['takeStranded']> {
  const rows = await transaction
    .select({ id: assets.id, request: assets.processingRequest })
    .from(assets)
    .where(and(inArray(assets.processingStatus, ['pending', 'processing']), lt(assets.leaseUntil, now)))
    .orderBy(asc(assets.leaseUntil), asc(assets.id))
    .limit(limit)
    .for('update', { skipLocked: true });
  const taken = [];
  for (const { id, request } of rows) {
    await transaction.update(assets).set({ processingStatus: 'processing', leaseUntil }).where(eq(assets.id, id));
    taken.push({ asset: found(await oneAsset(transaction, eq(assets.id, id))), request });
  }
  return taken;
}

interface LockedAsset {
  readonly organizationId: string;
  readonly status: ProcessingStatus;
  readonly createdAt: Date;
  readonly bytes: number;
}

/** Its state cannot change under the transaction; null if there is none. */
async function lockAsset(transaction: Queries, condition: SQL | undefined): Promise<LockedAsset | null> {
  const [row] = await transaction
    .select({
      organizationId: assets.organizationId,
      status: assets.processingStatus,
      createdAt: assets.createdAt,
      bytes: sql`${ASSET_BYTES}`.mapWith(Number),
    })
    .from(assets)
    .where(condition)
    .for('update');
  return row ?? null;
}

const mayBecome = ({ status }: LockedAsset, next: ProcessingStatus): boolean =>
  (STATUS_NEXT[status] as readonly ProcessingStatus[]).includes(next);

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
