/** The clock that all processes on a database share. @module */
import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

/** The instant at which the statement runs; `now()` would be the one at which its transaction began. */
export const databaseNow = (): SQL<Date> => sql<Date>`clock_timestamp()`;

export const databaseNowPlus = (ms: number): SQL<Date> =>
  sql<Date>`clock_timestamp() + ${Math.round(ms)}::bigint * interval '1 millisecond'`;

/** Null where the instant is. */
export const millisecondsUntil = (instant: AnyColumn): SQL<number | null> =>
  sql`(extract(epoch from ${instant} - clock_timestamp()) * 1000)::double precision`.mapWith(Number) as SQL<
    number | null
  >;
