/**
 * The counters of an organization's month. A counter changes in one conditional statement, inside the transaction of
 * what it counts: two uploads at once cannot both take the last unit, and a rolled-back one takes none.
 * @module
 */
import { AppError } from '@assay/core/errors';
import { and, count, eq, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { Tier } from '../../../app/ports/accounts/accounts.ts';
import type { Consumer } from '../../../app/ports/accounts/quotas.ts';
import type { Clock, Ids } from '../../../app/ports/runtime/runtime.ts';
import type { Queries } from '../connection/database.ts';
import { type OrganizationLimits, organizationLimits } from '../organizations/organizationLimits.ts';
import type { PlanLimits } from '../../../app/ports/accounts/planLimits.ts';
import { type QuotaState, recordQuotaNotices } from './quotaNotices.ts';
import { dayOf, endOf, monthOf } from './quotaPeriods.ts';
import { assets, recipientCopies } from '../schema/assets.ts';
import { manifests } from '../schema/manifests.ts';
import { dailyUses, quotaLimits } from '../schema/quotas.ts';

export interface QuotaSettings {
  readonly ids: Ids;
  readonly clock: Clock;
  readonly planLimits: Readonly<Record<Tier, PlanLimits>>;
  /** Of an address without an account. */
  readonly anonymousVerificationsPerDay: number;
  /** False counts without refusing. */
  readonly enforceQuotas: boolean;
}

/** What an action adds; negative numbers give back. */
export interface QuotaChange {
  readonly uploads?: number;
  readonly storageBytes?: number;
  readonly verifications?: number;
}

export type QuotaRow = typeof quotaLimits.$inferSelect;

/** Bytes of manifests that members store; of those in delivered files there is no store. */
export const STORED_MANIFEST_BYTES = sql<number>`coalesce(octet_length(${manifests.store}), 0)`;

/** Bytes that all files of an asset take. */
export const ASSET_BYTES = sql<number>`${assets.fileSizeBytes} + coalesce(${assets.watermarkedSizeBytes}, 0) + coalesce(${assets.previewSizeBytes}, 0) + (select coalesce(sum(${recipientCopies.sizeBytes}), 0) from ${recipientCopies} where ${recipientCopies.assetId} = ${assets.id})`;

/** Whom a day's counts are of. */
export const principalOf = (consumer: Consumer): string =>
  consumer.kind === 'organization' ? `org:${consumer.organizationId}` : `ip:${consumer.address}`;

/** The row of its month. */
export const ofMonth = (organizationId: string, at: Date) =>
  and(eq(quotaLimits.organizationId, organizationId), eq(quotaLimits.periodStart, monthOf(at).start));

/** Failed uploads gave everything back. */
const counted = (organizationId: string) =>
  and(eq(assets.organizationId, organizationId), ne(assets.processingStatus, 'failed'));

/**
 * The row of the month, made on demand; a new month starts with the storage that is in use. Its limits are those of this
 * moment: another plan counts at once.
 */
export async function ensureQuotaRow(
  transaction: Queries,
  settings: Pick<QuotaSettings, 'ids' | 'planLimits'>,
  organizationId: string,
  at: Date,
): Promise<OrganizationLimits> {
  const limits = await organizationLimits(transaction, settings.planLimits, organizationId);
  const columns = {
    uploadsLimit: limits.uploadsPerMonth,
    verificationsLimit: limits.verificationsPerMonth,
    storageLimitBytes: limits.storageBytes,
  };
  const [known] = await transaction.select().from(quotaLimits).where(ofMonth(organizationId, at));
  if (!known) await insertMonth(transaction, settings.ids, organizationId, at, columns);
  else if (!isSame(known, columns))
    await transaction.update(quotaLimits).set(columns).where(ofMonth(organizationId, at));
  return limits;
}

type LimitColumns = Pick<QuotaRow, 'uploadsLimit' | 'verificationsLimit' | 'storageLimitBytes'>;

const isSame = (row: LimitColumns, limits: LimitColumns): boolean =>
  row.uploadsLimit === limits.uploadsLimit &&
  row.verificationsLimit === limits.verificationsLimit &&
  row.storageLimitBytes === limits.storageLimitBytes;

async function insertMonth(
  transaction: Queries,
  ids: Ids,
  organizationId: string,
  at: Date,
  limits: LimitColumns,
): Promise<void> {
  const { start, end } = monthOf(at);
  const [used] = await transaction
    .select({ bytes: sql<string>`coalesce(sum(${ASSET_BYTES}), 0)` })
    .from(assets)
    .where(counted(organizationId));
  const [stored] = await transaction
    .select({ bytes: sql<string>`coalesce(sum(${STORED_MANIFEST_BYTES}), 0)` })
    .from(manifests)
    .where(eq(manifests.organizationId, organizationId));
  await transaction
    .insert(quotaLimits)
    .values({
      id: ids.uuid(),
      organizationId,
      periodStart: start,
      periodEnd: end,
      storageUsedBytes: Number(used?.bytes ?? 0) + Number(stored?.bytes ?? 0),
      ...limits,
      createdAt: at,
    })
    .onConflictDoNothing({ target: [quotaLimits.organizationId, quotaLimits.periodStart] });
}

/**
 * Counts an upload that begins, or bytes that are stored beside it: what adds no upload is not refused for them.
 * @throws {AppError} QUOTA_EXCEEDED naming the limit, when limits are enforced and nothing of it is left
 */
export async function takeQuota(
  transaction: Queries,
  settings: QuotaSettings,
  organizationId: string,
  change: Pick<Required<QuotaChange>, 'uploads' | 'storageBytes'>,
  at: Date,
  assetsAdded: number = change.uploads,
): Promise<void> {
  const limits = await ensureQuotaRow(transaction, settings, organizationId, at);
  const room: SQL[] = settings.enforceQuotas
    ? [
        ...(change.uploads > 0
          ? [lte(sql`${quotaLimits.uploadsCount} + ${change.uploads}::integer`, quotaLimits.uploadsLimit)]
          : []),
        lte(sql`${quotaLimits.storageUsedBytes} + ${change.storageBytes}::bigint`, quotaLimits.storageLimitBytes),
      ]
    : [];
  const taken = await addToMonth(transaction, organizationId, change, at, room);
  if (!taken) throw await refusedUpload(transaction, organizationId, change, at);
  if (!settings.enforceQuotas) return;
  const { uploads, storage } = statesOf(taken);
  // The row of the month stays locked until the end, so that no other upload comes between counting and inserting.
  const assetsState = assetsAdded > 0 ? await roomForAssets(transaction, taken, limits.assetsMax, assetsAdded) : null;
  await recordQuotaNotices(transaction, settings, assetsState ? [uploads, storage, assetsState] : [uploads, storage]);
}

async function roomForAssets(
  transaction: Queries,
  row: QuotaRow,
  assetsMax: number,
  added: number,
): Promise<QuotaState> {
  const [found] = await transaction.select({ number: count() }).from(assets).where(counted(row.organizationId));
  const present = found?.number ?? 0;
  const { organizationId, periodStart: period } = row;
  const state = { organizationId, quota: 'max_assets', period, limit: assetsMax, resetsAt: null } as const;
  if (present + added > assetsMax)
    throw quotaExceeded({ ...state, used: present }, `All ${assetsMax} assets are used up. Delete some first.`);
  return { ...state, used: present + added };
}

/** Changes counters that must never refuse: sizes known later, units given back. Does nothing in a month without row. */
export async function adjustQuota(
  transaction: Queries,
  organizationId: string,
  change: QuotaChange,
  at: Date,
): Promise<void> {
  await addToMonth(transaction, organizationId, change, at, []);
}

/** The row as changed; null if there is none or a condition does not hold. */
export async function addToMonth(
  transaction: Queries,
  organizationId: string,
  { uploads = 0, storageBytes = 0, verifications = 0 }: QuotaChange,
  at: Date,
  conditions: readonly SQL[],
): Promise<QuotaRow | null> {
  const next = {
    uploadsCount: sql`greatest(0, ${quotaLimits.uploadsCount} + ${uploads}::integer)`,
    storageUsedBytes: sql`greatest(0, ${quotaLimits.storageUsedBytes} + ${storageBytes}::bigint)`,
    verificationsCount: sql`greatest(0, ${quotaLimits.verificationsCount} + ${verifications}::integer)`,
  };
  const [changed] = await transaction
    .update(quotaLimits)
    .set({
      ...next,
      quotaExceeded: sql`${next.uploadsCount} >= ${quotaLimits.uploadsLimit} or ${next.storageUsedBytes} >= ${quotaLimits.storageLimitBytes} or ${next.verificationsCount} >= ${quotaLimits.verificationsLimit}`,
      updatedAt: at,
    })
    .where(and(ofMonth(organizationId, at), ...conditions))
    .returning();
  // After the month's row, in every transaction that changes both: two that hold one each and wait for the other's would wait for ever.
  if (changed && uploads !== 0) await addUploadsToDay(transaction, organizationId, uploads, at);
  return changed ?? null;
}

async function addUploadsToDay(transaction: Queries, organizationId: string, uploads: number, at: Date): Promise<void> {
  const place = { principal: principalOf({ kind: 'organization', organizationId }), day: dayOf(at) };
  await transaction
    .insert(dailyUses)
    .values({ ...place, uploads: Math.max(0, uploads) })
    .onConflictDoUpdate({
      target: [dailyUses.principal, dailyUses.day],
      set: { uploads: sql`greatest(0, ${dailyUses.uploads} + ${uploads}::integer)` },
    });
}

/** How the quotas of a month stand. */
export function statesOf(row: QuotaRow): Readonly<Record<'uploads' | 'storage' | 'verifications', QuotaState>> {
  const { organizationId, periodStart: period } = row;
  const resetsAt = endOf(row.periodEnd);
  const common = { organizationId, period };
  return {
    uploads: { ...common, quota: 'uploads_per_month', limit: row.uploadsLimit, used: row.uploadsCount, resetsAt },
    storage: {
      ...common,
      quota: 'storage_bytes',
      limit: row.storageLimitBytes,
      used: row.storageUsedBytes,
      resetsAt: null,
    },
    verifications: {
      ...common,
      quota: 'verifications_per_month',
      limit: row.verificationsLimit,
      used: row.verificationsCount,
      resetsAt,
    },
  };
}

/** @param more further members of the answer */
export const quotaExceeded = (
  { quota, limit, used, resetsAt }: QuotaState,
  detail: string,
  more: Readonly<Record<string, unknown>> = {},
): AppError =>
  new AppError('QUOTA_EXCEEDED', detail, {
    extra: { quota, limit, used, resets_at: resetsAt?.toISOString() ?? null, ...more },
  });

/** @throws {Error} when `ensureQuotaRow` was not called before */
export async function monthRow(queries: Queries, organizationId: string, at: Date): Promise<QuotaRow> {
  const [row] = await queries.select().from(quotaLimits).where(ofMonth(organizationId, at));
  if (!row) throw new Error(`no quota row of ${organizationId} for ${monthOf(at).start}`);
  return row;
}

async function refusedUpload(
  transaction: Queries,
  organizationId: string,
  change: Pick<Required<QuotaChange>, 'uploads'>,
  at: Date,
): Promise<AppError> {
  const row = await monthRow(transaction, organizationId, at);
  const { uploads, storage } = statesOf(row);
  if (change.uploads > 0 && row.uploadsCount + change.uploads > row.uploadsLimit)
    return quotaExceeded(uploads, `This month's ${row.uploadsLimit} uploads are used up.`);
  return quotaExceeded(storage, `What would be stored does not fit in the ${row.storageLimitBytes} bytes of storage.`);
}
