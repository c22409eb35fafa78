/** How much room the pictures take that are kept for a while, sealed in the database. @module */
import { AppError } from '@assay/core/errors';
import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Queries } from '../connection/database.ts';
import { ensureQuotaRow, monthRow, quotaExceeded, type QuotaSettings, statesOf } from '../quotas/quota.ts';
import { quotaLimits } from '../schema/quotas.ts';
import { disputes, storedSubmissions, verificationLogs } from '../schema/verifications.ts';

/** Sealed, of all that is kept of one verification. */
const KEPT_BYTES = sql<number>`octet_length(${storedSubmissions.pictureSealed}) + coalesce(octet_length(${storedSubmissions.mapSealed}), 0) + coalesce(octet_length(${storedSubmissions.presenceSealed}), 0)`;

/** Sealed; of a dispute. */
const DISPUTED_BYTES = sql<number>`octet_length(${disputes.pictureSealed})`;

const sumOf = (bytes: SQL<number>): SQL<number> => sql`coalesce(sum(${bytes}), 0)`.mapWith(Number) as SQL<number>;

/** What is kept for verifications of an organization and for its disputes, bytes. */
export async function keptBytes(queries: Queries, organizationId: string): Promise<number> {
  const [kept] = await queries
    .select({ bytes: sumOf(KEPT_BYTES) })
    .from(storedSubmissions)
    .innerJoin(verificationLogs, eq(verificationLogs.id, storedSubmissions.verificationId))
    .where(eq(verificationLogs.organizationId, organizationId));
  const [disputed] = await queries
    .select({ bytes: sumOf(DISPUTED_BYTES) })
    .from(disputes)
    .innerJoin(verificationLogs, eq(verificationLogs.id, disputes.verificationId))
    .where(and(eq(verificationLogs.organizationId, organizationId), isNotNull(disputes.pictureSealed)));
  return (kept?.bytes ?? 0) + (disputed?.bytes ?? 0);
}

/**
 * Of disputes of verifications that no organization made: nobody's storage is there to count their pictures.
 * @throws {AppError} VALIDATION_ERROR: the dispute can be sent without its picture
 */
export async function assertStrangersRoom(queries: Queries, bytes: number, bytesMax: number): Promise<void> {
  const [kept] = await queries
    .select({ bytes: sumOf(DISPUTED_BYTES) })
    .from(disputes)
    .innerJoin(verificationLogs, eq(verificationLogs.id, disputes.verificationId))
    .where(and(isNull(verificationLogs.organizationId), isNotNull(disputes.pictureSealed)));
  if ((kept?.bytes ?? 0) + bytes <= bytesMax) return;
  const message = 'cannot be kept at present, since many are; send the dispute without it, or sign in';
  throw new AppError('VALIDATION_ERROR', 'There is no room for the picture.', {
    errors: [{ field: 'file', location: 'body', code: 'too_big', message }],
  });
}

/**
 * It goes by itself within days, so it takes no room from uploads; but it must fit beside them. The row of the month stays
 * locked to the end, so that no two take the last room.
 * @throws {AppError} QUOTA_EXCEEDED
 */
export async function assertRoom(
  transaction: Queries,
  settings: QuotaSettings,
  organizationId: string,
  bytes: number,
): Promise<void> {
  if (!settings.enforceQuotas) return;
  const now = settings.clock.now();
  await ensureQuotaRow(transaction, settings, organizationId, now);
  const { id } = await monthRow(transaction, organizationId, now);
  const [row] = await transaction.select().from(quotaLimits).where(eq(quotaLimits.id, id)).for('update');
  if (!row) throw new Error('a row vanished inside the transaction that read it');
  const { storage } = statesOf(row);
  const used = storage.used + (await keptBytes(transaction, organizationId));
  if (used + bytes > storage.limit)
    throw quotaExceeded(
      { ...storage, used },
      `The picture would not fit in the ${storage.limit} bytes of storage beside what is kept. Leave it out.`,
    );
}
