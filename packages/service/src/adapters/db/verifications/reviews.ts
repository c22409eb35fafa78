/** What became of verdicts: docs/spec/verification.md#disputed-verdicts. @module */
import { desc, inArray } from 'drizzle-orm';
import {
  type LoggedVerification,
  NOT_DISPUTED,
  type Review,
  type VerificationEntry,
} from '../../../app/ports/verify/verifications.ts';
import type { Queries } from '../connection/database.ts';
import { disputes, type verificationLogs } from '../schema/verifications.ts';

type Fate = Pick<typeof disputes.$inferSelect, 'status' | 'correctedVerdict'>;

const isDecided = ({ status }: Fate): boolean => status === 'upheld' || status === 'overturned';

/** @param fates of the disputes of one verification, the newest first: the newest decision counts */
function reviewFrom(fates: readonly Fate[]): Review {
  const [newest] = fates;
  if (!newest) return NOT_DISPUTED;
  const correctedVerdict = fates.find(isDecided)?.correctedVerdict ?? null;
  return { disputed: newest.status !== 'upheld' || correctedVerdict !== null, correctedVerdict };
}

/** Rows of the log with what became of them. */
export async function reviewed(
  queries: Queries,
  rows: readonly (typeof verificationLogs.$inferSelect)[],
): Promise<LoggedVerification[]> {
  const fates = new Map<string, Fate[]>();
  const { verificationId, status, correctedVerdict } = disputes;
  if (rows.length > 0)
    for (const { verificationId: of, ...fate } of await queries
      .select({ verificationId, status, correctedVerdict })
      .from(disputes)
      .where(
        inArray(
          verificationId,
          rows.map(({ id }) => id),
        ),
      )
      .orderBy(desc(disputes.createdAt), desc(disputes.id)))
      fates.set(of, [...(fates.get(of) ?? []), fate]);
  return rows.map((row) => ({ ...entryOf(row), review: reviewFrom(fates.get(row.id) ?? []) }));
}

export function entryOf({
  batchId: _batchId,
  addressShortened: _addressShortened,
  ...entry
}: typeof verificationLogs.$inferSelect): VerificationEntry {
  return entry;
}
