/** Mails that were given up, for the operator. @module */
import { and, desc, eq, getTableColumns, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { DeadMail, DeadMails } from '../../../app/ports/delivery/mail.ts';
import type { Database } from '../connection/database.ts';
import { databaseNow } from '../connection/databaseClock.ts';
import { mails } from '../schema/delivery.ts';

export function createDeadMails(database: Database): DeadMails {
  return {
    dead: (limit) =>
      database.read(async (queries) => {
        const rows = await queries
          .select({ ...getTableColumns(mails), isOfUse: sql<boolean>`coalesce(${isOfUse()}, true)` })
          .from(mails)
          .where(eq(mails.status, 'failed'))
          .orderBy(desc(mails.endedAt), desc(mails.id))
          .limit(limit);
        return rows.map(deadMail);
      }),

    sendAgain: (ids) =>
      database.write(async (transaction) => {
        const chosen = ids === null ? undefined : inArray(mails.id, [...ids]);
        const { rowCount } = await transaction
          .update(mails)
          .set({ status: 'pending', attempt: 0, nextAttemptAt: databaseNow(), endedAt: null, error: null })
          .where(and(eq(mails.status, 'failed'), isNotNull(mails.textSealed), isOfUse(), chosen));
        return rowCount ?? 0;
      }),
  };
}

/** Its link, if it has one that ends, still works. */
const isOfUse = () => or(isNull(mails.validUntil), gt(mails.validUntil, databaseNow()));

const deadMail = ({
  id,
  recipient: to,
  subject,
  attempt: attempts,
  error,
  createdAt,
  textSealed,
  isOfUse,
}: typeof mails.$inferSelect & { readonly isOfUse: boolean }): DeadMail => ({
  id,
  to,
  subject,
  attempts,
  error: error ?? '',
  createdAt,
  hasText: textSealed !== null && isOfUse,
});
