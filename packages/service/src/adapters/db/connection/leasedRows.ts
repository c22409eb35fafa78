/**
 * Rows that one process at a time works on: docs/spec/data.md#leases. Every instant here is the database's, so that processes
 * whose clocks differ agree on what has ended.
 * @module
 */
import { and, eq, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Lease, LeaseRequest } from '../../../app/ports/runtime/leases.ts';
import type { Queries } from './database.ts';
import { databaseNow, databaseNowPlus } from './databaseClock.ts';

/** A table with such rows, or its columns in another one's words. */
export type LeasedTable = PgTable &
  Readonly<Record<'id' | 'organizationId' | 'leaseOwner' | 'leaseUntil' | 'leaseNumber' | 'createdAt', AnyPgColumn>>;

/** As a row has it that nobody works on. The number stays: it only grows. */
export const NO_LEASE = { leaseOwner: null, leaseUntil: null } as const;

/** What taking a row writes. */
export const leasedTo = ({ leaseNumber }: LeasedTable, { owner, ms }: LeaseRequest) => ({
  leaseOwner: owner,
  leaseUntil: databaseNowPlus(ms),
  leaseNumber: sql<number>`${leaseNumber} + 1`,
});

/** What letting go of it writes: whoever looks may take it, after so long at the earliest. */
export const letGo = (afterMs: number) =>
  afterMs > 0 ? { leaseOwner: null, leaseUntil: databaseNowPlus(afterMs) } : NO_LEASE;

/**
 * How many processes died over it, for `leasedTo`: one whose lease ended without letting go has, unless it is the taker itself,
 * which lives and could not reach the database.
 */
export const deathsOnceTaken = ({ leaseOwner }: LeasedTable, deaths: SQL | AnyPgColumn, { owner }: LeaseRequest) =>
  sql<number>`case when ${leaseOwner} <> ${owner} then ${deaths} + 1 else ${deaths} end`;

/** For who lost a lease and lives: whoever took the row over thought otherwise. */
export const oneDeathLess = (deaths: SQL | AnyPgColumn) => sql<number>`greatest(0, ${deaths} - 1)`;

/** Taken over since. */
export const isLost = (table: LeasedTable, id: string, { number }: Lease): SQL | undefined =>
  and(eq(table.id, id), gt(table.leaseNumber, number));

/** One that ended and that nobody took is still the holder's own. */
export const heldBy = (table: LeasedTable, id: string, { owner, number }: Lease): SQL | undefined =>
  and(eq(table.id, id), eq(table.leaseOwner, owner), eq(table.leaseNumber, number));

/** Nobody works on it: it waits for its turn, or its process died. */
const isFree = ({ leaseUntil }: LeasedTable): SQL | undefined => or(isNull(leaseUntil), lte(leaseUntil, databaseNow()));

/** Other processes that look at the same moment have locked no more than so many of the rows that are found. */
const LOCKED_ELSEWHERE_MAX = 8;

/**
 * Locks free rows: the longest waiting of each organization, then the second of each, so that a thousand of one are not before
 * the first of another. Which organization is first is chance, so that nothing need be kept of whose turn it was. The index of
 * unfinished rows by organization and waiting time is entered once an organization, and read no further than `limit` needs:
 * what one row costs does not grow with the rows behind it.
 * @param isUnfinished in the words of that index, so that it is found whatever the plan knows of parameters
 * @param isLast rows that wait for all others of their organization, and for nobody else's: who sends much of the one kind holds up
 * no neighbour's other. Second in that index; null where none is
 */
export async function lockInTurns(
  transaction: Queries,
  table: LeasedTable,
  isUnfinished: SQL,
  limit: number,
  isLast: AnyPgColumn | null = null,
): Promise<readonly string[]> {
  const { id, organizationId, leaseUntil, createdAt } = table;
  const free = and(isUnfinished, isFree(table));
  const last = isLast ? sql`${isLast},` : sql``;
  const order = sql`${last} coalesce(${leaseUntil}, ${createdAt}), ${id}`;
  const found = limit + LOCKED_ELSEWHERE_MAX;
  const { rows } = await transaction.execute<{ id: string }>(sql`
    with recursive waiting (organization_id) as (
      (select ${organizationId} from ${table} where ${free} order by ${organizationId} limit 1)
      union all
      select (select ${organizationId} from ${table} where ${free} and ${organizationId} > waiting.organization_id
        order by ${organizationId} limit 1)
      from waiting where waiting.organization_id is not null
    ), drawn as (
      select organization_id from waiting where organization_id is not null order by random() limit ${found}
    ), oldest as (
      select longest.* from drawn cross join lateral (
        select ${id} as oldest_id, row_number() over (order by ${order}) as turn
        from ${table} where ${free} and ${organizationId} = drawn.organization_id order by ${order} limit ${found}
      ) longest
    )
    select ${id} as id from ${table} inner join oldest on oldest.oldest_id = ${id}
    where ${free} order by oldest.turn, random() limit ${limit} for update of ${table} skip locked`);
  return rows.map((row) => row.id);
}
