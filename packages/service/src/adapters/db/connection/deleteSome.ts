/** Deletes old rows a few at a time, so that no transaction holds many locks or outlives its time-out. @module */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Queries } from './database.ts';

/**
 * Deletes at most `limit` rows of those that meet the condition; rows that somebody else holds are left for another time.
 * @param order an expression that an index has, so that the rows before are all that is read
 * @returns how many
 */
export async function deleteSome(
  transaction: Queries,
  table: PgTable,
  condition: SQL | undefined,
  order: SQLWrapper,
  limit: number,
): Promise<number> {
  const { rowCount } = await transaction.execute(
    sql`delete from ${table} where ctid = any(array(
      select ctid from ${table} where ${condition} order by ${order} limit ${limit} for update skip locked))`,
  );
  return rowCount ?? 0;
}
