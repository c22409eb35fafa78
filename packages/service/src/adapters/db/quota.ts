/**
 * The counters of an organization's month. A counter changes in one conditional statement, inside the transaction of
 * what it counts: two uploads at once cannot both take the last unit (G181), and a rolled-back one takes none.
 * @module
 */
import { AppError } from '@assay/core/errors';
import { and, eq, lte, type SQL, sql } from 'drizzle-orm';
import type { Tier } from '../../app/ports/accounts.ts';
import type { Clock, Ids } from '../../app/ports/runtime.ts';
import type { Queries } from './database.ts';
import { type PlanLimits, verificationsPerMonth } from './planLimits.ts';
import { assets, recipientCopies } from './schema/assets.ts';
import { organizations } from './schema/organizations.ts';
import { quotaLimits } from './schema/quotas.ts';

export interface QuotaSettings {
  readonly ids: Ids;
  readonly clock: Clock;
  readonly planLimits: Readonly<Record<Tier, PlanLimits>>;
  /** False counts without refusing. */
  readonly enforceQuotas: boolean;
}

/** What an action adds; negative numbers give back. */
export interface QuotaChange {
  readonly uploads?: number;
  readonly storageBytes?: number;
}

const day = (date: Date): string => date.toISOString().slice(0, 10);

/** First and last day of the calendar month in UTC that holds the instant (G64). */
export function monthOf(at: Date): { readonly start: string; readonly end: string } {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return { start: day(new Date(Date.UTC(year, month, 1))), end: day(new Date(Date.UTC(year, month + 1, 0))) };
}

/** Bytes that all files of an asset take (G65). */
export const ASSET_BYTES = sql<number>`${assets.fileSizeBytes} + coalesce(${assets.watermarkedSizeBytes}, 0) + coalesce(${assets.previewSizeBytes}, 0) + (select coalesce(sum(${recipientCopies.sizeBytes}), 0) from ${recipientCopies} where ${recipientCopies.assetId} = ${assets.id})`;

/** The row of the month, made on demand; a new month starts with the storage that is in use. */
export async function ensureQuotaRow(
  transaction: Queries,
  settings: QuotaSettings,
  organizationId: string,
  at: Date,
): Promise<void> {
  const { start, end } = monthOf(at);
  const ofMonth = and(eq(quotaLimits.organizationId, organizationId), eq(quotaLimits.periodStart, start));
  const [known] = await transaction.select({ id: quotaLimits.id }).from(quotaLimits).where(ofMonth);
  if (known) return;
  const [organization] = await transaction
    .select({ plan: organizations.effectivePlan })
    .from(organizations)
    .where(eq(organizations.id, organizationId));
  if (!organization) throw new AppError('ORGANIZATION_NOT_FOUND', 'The organization does not exist any more.');
  const limits = settings.planLimits[organization.plan];
  const [used] = await transaction
    .select({ bytes: sql<string>`coalesce(sum(${ASSET_BYTES}), 0)` })
    .from(assets)
    .where(and(eq(assets.organizationId, organizationId), sql`${assets.processingStatus} <> 'failed'`));
  await transaction
    .insert(quotaLimits)
    .values({
      id: settings.ids.uuid(),
      organizationId,
      periodStart: start,
      periodEnd: end,
      storageUsedBytes: Number(used?.bytes ?? 0),
      uploadsLimit: limits.uploadsPerMonth,
      verificationsLimit: verificationsPerMonth(limits),
      storageLimitBytes: limits.storageBytes,
      createdAt: at,
    })
    .onConflictDoNothing({ target: [quotaLimits.organizationId, quotaLimits.periodStart] });
}

/**
 * Counts an upload that begins.
 * @throws {AppError} QUOTA_EXCEEDED naming the limit, when limits are enforced and nothing of it is left
 */
export async function takeQuota(
  transaction: Queries,
  settings: QuotaSettings,
  organizationId: string,
  change: Required<QuotaChange>,
  at: Date,
): Promise<void> {
  await ensureQuotaRow(transaction, settings, organizationId, at);
  const room: SQL[] = settings.enforceQuotas
    ? [
        lte(sql`${quotaLimits.uploadsCount} + ${change.uploads}::integer`, quotaLimits.uploadsLimit),
        lte(sql`${quotaLimits.storageUsedBytes} + ${change.storageBytes}::bigint`, quotaLimits.storageLimitBytes),
      ]
    : [];
  const taken = await addToMonth(transaction, organizationId, change, at, room);
  if (!taken) throw await quotaExceeded(transaction, organizationId, change, at);
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

async function addToMonth(
  transaction: Queries,
  organizationId: string,
  change: QuotaChange,
  at: Date,
  conditions: readonly SQL[],
): Promise<boolean> {
  const changed = await transaction
    .update(quotaLimits)
    .set({
      uploadsCount: sql`greatest(0, ${quotaLimits.uploadsCount} + ${change.uploads ?? 0}::integer)`,
      storageUsedBytes: sql`greatest(0, ${quotaLimits.storageUsedBytes} + ${change.storageBytes ?? 0}::bigint)`,
      quotaExceeded: sql`${quotaLimits.uploadsCount} + ${change.uploads ?? 0}::integer >= ${quotaLimits.uploadsLimit} or ${quotaLimits.storageUsedBytes} + ${change.storageBytes ?? 0}::bigint >= ${quotaLimits.storageLimitBytes} or ${quotaLimits.verificationsCount} >= ${quotaLimits.verificationsLimit}`,
      updatedAt: at,
    })
    .where(
      and(
        eq(quotaLimits.organizationId, organizationId),
        eq(quotaLimits.periodStart, monthOf(at).start),
        ...conditions,
      ),
    )
    .returning({ id: quotaLimits.id });
  return changed.length > 0;
}

async function quotaExceeded(
  transaction: Queries,
  organizationId: string,
  change: Required<QuotaChange>,
  at: Date,
): Promise<AppError> {
  const { start, end } = monthOf(at);
  const [row] = await transaction
    .select()
    .from(quotaLimits)
    .where(and(eq(quotaLimits.organizationId, organizationId), eq(quotaLimits.periodStart, start)));
  if (!row) throw new Error(`no quota row of ${organizationId} for ${start}`);
  const resetsAt = new Date(Date.parse(`${end}T00:00:00Z`) + 24 * 60 * 60 * 1000).toISOString();
  if (row.uploadsCount + change.uploads > row.uploadsLimit)
    return new AppError('QUOTA_EXCEEDED', `This month's ${row.uploadsLimit} uploads are used up.`, {
      extra: { quota: 'uploads_per_month', limit: row.uploadsLimit, used: row.uploadsCount, resets_at: resetsAt },
    });
  return new AppError('QUOTA_EXCEEDED', `The file does not fit in the ${row.storageLimitBytes} bytes of storage.`, {
    extra: { quota: 'storage_bytes', limit: row.storageLimitBytes, used: row.storageUsedBytes, resets_at: null },
  });
}
