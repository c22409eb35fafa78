/** Submitted pictures that are kept for a while, sealed. @module */
import { and, asc, eq, gt, inArray, lte } from 'drizzle-orm';
import type { KeptSubmission, Submissions } from '../../../app/ports/verify/submissions.ts';
import { seal, unseal } from '../../crypto/seal.ts';
import type { Database, Queries } from '../connection/database.ts';
import type { QuotaSettings } from '../quotas/quota.ts';
import { storedSubmissions } from '../schema/verifications.ts';
import { assertRoom } from './keptPictures.ts';

export interface SubmissionSettings extends QuotaSettings {
  /** 32 secret bytes. */
  readonly keyEncryptionKey: Uint8Array;
}

export const SEALED_PARTS = ['picture', 'map', 'presence'] as const;

/** For the encryption context. */
export const submissionContext = (part: (typeof SEALED_PARTS)[number], verificationId: string): string =>
  `${part} of verification ${verificationId}`;

/** In the transaction that logs the verification. @throws {AppError} QUOTA_EXCEEDED */
export async function insertSubmission(
  transaction: Queries,
  settings: SubmissionSettings,
  verification: { readonly id: string; readonly organizationId: string | null },
  { picture, mapPng, presencePng, userId, keptUntil }: KeptSubmission,
): Promise<void> {
  const { id: verificationId, organizationId } = verification;
  const { keyEncryptionKey } = settings;
  const bytes = picture.length + (mapPng?.length ?? 0) + (presencePng?.length ?? 0);
  if (organizationId !== null) await assertRoom(transaction, settings, organizationId, bytes);
  const sealed = (part: (typeof SEALED_PARTS)[number], bytes: Uint8Array) =>
    seal(keyEncryptionKey, submissionContext(part, verificationId), bytes);
  await transaction.insert(storedSubmissions).values({
    verificationId,
    userId,
    pictureSealed: sealed('picture', picture),
    mapSealed: mapPng && sealed('map', mapPng),
    presenceSealed: presencePng && sealed('presence', presencePng),
    keptUntil,
  });
}

const isKept = (verificationId: string, now: Date) =>
  and(eq(storedSubmissions.verificationId, verificationId), gt(storedSubmissions.keptUntil, now));

const opened = (
  { keyEncryptionKey }: Pick<SubmissionSettings, 'keyEncryptionKey'>,
  part: (typeof SEALED_PARTS)[number],
  verificationId: string,
  sealed: Uint8Array,
): Uint8Array => unseal(keyEncryptionKey, submissionContext(part, verificationId), sealed);

const mapsOf = (
  settings: SubmissionSettings,
  verificationId: string,
  { mapSealed, presenceSealed }: Pick<typeof storedSubmissions.$inferSelect, 'mapSealed' | 'presenceSealed'>,
) => ({
  mapPng: mapSealed && opened(settings, 'map', verificationId, mapSealed),
  presencePng: presenceSealed && opened(settings, 'presence', verificationId, presenceSealed),
});

export const createSubmissions = (database: Database, settings: SubmissionSettings): Submissions => ({
  assertRoom: (organizationId, bytes) =>
    database.write((transaction) => assertRoom(transaction, settings, organizationId, bytes)),

  maps: (verificationId, now) =>
    database.read(async (queries) => {
      const { mapSealed, presenceSealed } = storedSubmissions;
      const [row] = await queries
        .select({ mapSealed, presenceSealed })
        .from(storedSubmissions)
        .where(isKept(verificationId, now));
      return row ? mapsOf(settings, verificationId, row) : null;
    }),

  find: (verificationId, now) =>
    database.read(async (queries) => {
      const [row] = await queries.select().from(storedSubmissions).where(isKept(verificationId, now));
      if (!row) return null;
      return {
        picture: opened(settings, 'picture', verificationId, row.pictureSealed),
        ...mapsOf(settings, verificationId, row),
        userId: row.userId,
        keptUntil: row.keptUntil,
      };
    }),

  forgetOverdue: (now, limit) =>
    database.write(async (transaction) => {
      const overdue = transaction
        .select({ id: storedSubmissions.verificationId })
        .from(storedSubmissions)
        .where(lte(storedSubmissions.keptUntil, now))
        .orderBy(asc(storedSubmissions.keptUntil))
        .limit(limit);
      const gone = await transaction
        .delete(storedSubmissions)
        .where(inArray(storedSubmissions.verificationId, overdue))
        .returning({ id: storedSubmissions.verificationId });
      return gone.length;
    }),
});
