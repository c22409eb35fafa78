/** Rows that are sent until that succeeds or is given up, taken by one process at a time. @module */
import { and, eq, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

interface AttemptColumns {
  readonly id: AnyPgColumn;
  readonly status: AnyPgColumn;
  readonly attempt: AnyPgColumn;
  readonly nextAttemptAt: AnyPgColumn;
  readonly leaseUntil: AnyPgColumn;
}

/** Its time has come, or the lease of the process that had begun it is over. */
export const isDue = ({ status, nextAttemptAt, leaseUntil }: AttemptColumns, now: Date | SQL<Date>) =>
  or(and(eq(status, 'pending'), lte(nextAttemptAt, now)), and(eq(status, 'delivering'), lt(leaseUntil, now)));

/** What taking a row writes. */
export const begun = ({ attempt }: AttemptColumns, leaseUntil: Date | SQL<Date>) => ({
  status: 'delivering' as const,
  attempt: sql<number>`${attempt} + 1`,
  leaseUntil,
  nextAttemptAt: null,
});

/** True of the process that began this attempt, until another one took the row. */
export const isOurs = (columns: AttemptColumns, claimed: { readonly id: string; readonly attempt: number }) =>
  and(eq(columns.id, claimed.id), eq(columns.status, 'delivering'), eq(columns.attempt, claimed.attempt));
