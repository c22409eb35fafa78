/** The clock that all processes on a database share. @module */
import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import type { Queries } from './database.ts';

/**
 * The instant at which the statement runs; `now()` would be the one at which its transaction began. Cut off to the milliseconds that
 * columns have: PostgreSQL would round, and what is due at once lay half a millisecond ahead of whoever looks next.
 */
export const databaseNow = (): SQL<Date> => sql<Date>`date_trunc('milliseconds', clock_timestamp())`;

export const databaseNowPlus = (ms: number): SQL<Date> =>
  sql<Date>`${databaseNow()} + ${Math.round(ms)}::bigint * interval '1 millisecond'`;

/** For work that reckons with instants between its queries. */
export async function readDatabaseClock(queries: Queries): Promise<Date> {
  const { rows } = await queries.execute<{ ms: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::double precision as ms`,
  );
  return new Date(Number(rows[0]?.ms));
}

/** An instant that a process named, and no later one than now: its clock may be ahead of the one that it is compared by. */
export const noLaterThanNow = (at: Date): SQL<Date> =>
  sql<Date>`least(${at.toISOString()}::timestamptz, ${databaseNow()})`;

/** Null where the instant is. */
export const millisecondsUntil = (instant: AnyColumn): SQL<number | null> =>
  sql`(extract(epoch from ${instant} - clock_timestamp()) * 1000)::double precision`.mapWith(Number) as SQL<
    number | null
  >;
