/**
 * The way of a commitment to the ledger, shared by all processes on a database. Rows are taken with SKIP LOCKED; what
 * two processes find of one row at the same time is written by both in turn and only ever moves it forward.
 * @module
 */
import { and, asc, eq, isNull, lte, ne, or, sql } from 'drizzle-orm';
import {
  CONFIRMATION_STATUSES,
  type Commitments,
  type ConfirmationStatus,
} from '../../../app/ports/ledger/commitments.ts';
import { commitmentOf, signedColumns } from './commitmentRows.ts';
import type { Database } from '../connection/database.ts';
import { insertEvents } from '../webhooks/outbox.ts';
import { commitments } from '../schema/ledger.ts';
import { storableText } from '../connection/storable.ts';

type Steps = Pick<Commitments, 'isAnyDue' | 'takeDue' | 'keepSigned' | 'advance' | 'fail'>;

const orderOf = (status: ConfirmationStatus): number => CONFIRMATION_STATUSES.indexOf(status);

export const createCommitmentSteps = (database: Database): Steps => ({
  ...dueRows(database),

  keepSigned: (id, signed, instead) =>
    database.write(async (transaction) => {
      const replaced = instead === null ? isNull(commitments.txHash) : eq(commitments.txHash, instead);
      const pending = eq(commitments.confirmationStatus, 'pending');
      const kept = await transaction
        .update(commitments)
        .set(signedColumns(signed))
        .where(and(eq(commitments.id, id), replaced, pending))
        .returning({ id: commitments.id });
      return kept.length > 0;
    }),

  advance: (id, found, dueAt, eventsOf) =>
    database.write(async (transaction) => {
      const [row] = await transaction.select().from(commitments).where(eq(commitments.id, id)).for('update');
      if (!row) return null;
      const isForward = orderOf(found.status) > orderOf(row.confirmationStatus);
      const isSame = found.status === row.confirmationStatus;
      const [now] = await transaction
        .update(commitments)
        .set({
          leaseUntil: dueAt,
          attempts: 0,
          lastError: null,
          ...(isForward || isSame ? changed(found) : {}),
        })
        .where(eq(commitments.id, id))
        .returning();
      if (isForward) await insertEvents(transaction, eventsOf(row.confirmationStatus));
      return now ? commitmentOf(now) : null;
    }),

  fail: (id, dueAt, error, events) =>
    database.write(async (transaction) => {
      const failed = await transaction
        .update(commitments)
        .set({
          leaseUntil: dueAt,
          lastError: storableText(error),
          attempts: sql`${commitments.attempts} + 1`,
        })
        .where(eq(commitments.id, id))
        .returning({ id: commitments.id });
      if (failed.length > 0) await insertEvents(transaction, events);
    }),
});

const dueRows = (database: Database): Pick<Steps, 'isAnyDue' | 'takeDue'> => ({
  isAnyDue: (now) =>
    database.read(async (queries) => {
      const [due] = await queries
        .select({ id: commitments.id })
        .from(commitments)
        .where(and(ne(commitments.confirmationStatus, 'finalized'), lte(commitments.leaseUntil, now)))
        .limit(1);
      return due !== undefined;
    }),

  takeDue: (ledgerId, now, leaseUntil, limit) =>
    database.write(async (transaction) => {
      const due = await transaction
        .select()
        .from(commitments)
        .where(
          and(
            ne(commitments.confirmationStatus, 'finalized'),
            lte(commitments.leaseUntil, now),
            or(isNull(commitments.ledgerId), eq(commitments.ledgerId, ledgerId)),
          ),
        )
        .orderBy(asc(commitments.leaseUntil), asc(commitments.id))
        .limit(limit)
        .for('update', { skipLocked: true });
      for (const { id } of due) await transaction.update(commitments).set({ leaseUntil }).where(eq(commitments.id, id));
      return due.map(commitmentOf);
    }),
});

const changed = ({ status, blockHeight, confirmedAt, verified, verifiedAt }: Parameters<Steps['advance']>[1]) => ({
  confirmationStatus: status,
  blockHeight,
  confirmedAt,
  verified,
  verifiedAt,
});
