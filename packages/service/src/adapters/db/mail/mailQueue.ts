/** The way of mails from their rows to the mail server, shared by all processes on a database. @module */
import { and, asc, count, eq, getTableColumns, gt, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { ClaimedMail, MailFlow, MailOutcome, MailQueue } from '../../../app/ports/delivery/mail.ts';
import { NO_ORIGIN } from '../../../app/ports/runtime/traces.ts';
import { begun, isDue, isOurs } from '../connection/attempts.ts';
import type { Database, Queries } from '../connection/database.ts';
import { databaseNow, databaseNowPlus, millisecondsUntil } from '../connection/databaseClock.ts';
import { deleteSome } from '../connection/deleteSome.ts';
import { storableText } from '../connection/storable.ts';
import { mails } from '../schema/delivery.ts';
import { createDeadMails } from './deadMails.ts';
import { type MailSettings, openedText } from './mailRows.ts';

export function createMailQueue(database: Database, settings: MailSettings): MailQueue {
  return {
    async claim(limit, leaseMs) {
      // Mostly nothing is due; a look writes nothing.
      const [due] = await database.read((queries) =>
        queries.select({ id: mails.id }).from(mails).where(isDue(mails, databaseNow())).limit(1),
      );
      if (!due) return [];
      return database.write((transaction) => claim(transaction, settings.keyEncryptionKey, limit, leaseMs));
    },

    settle: (claimed, outcome) =>
      database.write(async (transaction) => {
        const { rowCount } = await transaction
          .update(mails)
          .set({ ...settled(outcome), status: outcome.status, leaseUntil: null })
          .where(isOurs(mails, claimed));
        return rowCount === 1;
      }),

    ...createDeadMails(database),

    flow: (stuckMs) => database.read((queries) => flow(queries, stuckMs)),

    forget: ({ deadTextMs, endedMs }, limit) =>
      database.write(async (transaction) => {
        const dead = transaction
          .select({ id: mails.id })
          .from(mails)
          .where(and(eq(mails.status, 'failed'), isNotNull(mails.textSealed), endedBefore(deadTextMs)))
          .orderBy(asc(mails.endedAt))
          .limit(limit);
        const { rowCount } = await transaction.update(mails).set({ textSealed: null }).where(inArray(mails.id, dead));
        const ended = and(inArray(mails.status, ['delivered', 'failed']), endedBefore(endedMs));
        return Math.max(rowCount ?? 0, await deleteSome(transaction, mails, ended, mails.endedAt, limit));
      }),
  };
}

const endedBefore = (ms: number): SQL => lt(mails.endedAt, databaseNowPlus(-ms));

async function claim(
  transaction: Queries,
  keyEncryptionKey: Uint8Array,
  limit: number,
  leaseMs: number,
): Promise<ClaimedMail[]> {
  const due = await transaction
    .select({ id: mails.id })
    .from(mails)
    .where(isDue(mails, databaseNow()))
    .orderBy(sql`${mails.nextAttemptAt} nulls first`, asc(mails.id))
    .limit(limit)
    .for('update', { skipLocked: true });
  if (due.length === 0) return [];
  const ids = due.map(({ id }) => id);
  const taken = await transaction
    .update(mails)
    .set(begun(mails, databaseNowPlus(leaseMs)))
    .where(inArray(mails.id, ids))
    .returning({ ...getTableColumns(mails), leftMs: millisecondsUntil(mails.validUntil) });
  return taken
    .toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    .map(({ id, attempt, recipient: to, subject, textSealed, createdAt: date, leftMs, origin }) => {
      const text = openedText(keyEncryptionKey, id, textSealed);
      const mail = text === null ? null : { id, date, to, subject, text };
      return { id, attempt, leftMs, mail, origin: origin ?? NO_ORIGIN };
    });
}

function settled(outcome: MailOutcome) {
  if (outcome.status === 'delivered') return { textSealed: null, endedAt: databaseNow(), error: null };
  const error = storableText(outcome.error);
  if (outcome.status === 'failed') return { endedAt: databaseNow(), error };
  return { nextAttemptAt: databaseNowPlus(outcome.pauseMs), error };
}

async function flow(queries: Queries, stuckMs: number): Promise<MailFlow> {
  const longAgo = databaseNowPlus(-stuckMs);
  const counted = async (condition: SQL | undefined): Promise<number> => {
    const [row] = await queries.select({ rows: count() }).from(mails).where(condition);
    return row?.rows ?? 0;
  };
  const isSentLately = and(eq(mails.status, 'delivered'), gt(mails.endedAt, longAgo));
  const isLate = and(isNull(mails.endedAt), lt(mails.createdAt, longAgo));
  return {
    waiting: await counted(isNull(mails.endedAt)),
    dead: await counted(eq(mails.status, 'failed')),
    isStuck: (await counted(isLate)) > 0 && (await counted(isSentLately)) === 0,
  };
}
