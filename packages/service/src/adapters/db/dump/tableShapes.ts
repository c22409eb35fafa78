/** What tables and sequences a database has, from its own catalogue: a new table needs no word here. @module */
import { sql } from 'drizzle-orm';
import type { Counter, TableShape } from '../../../app/ports/backup/databaseDump.ts';
import type { Queries } from '../connection/database.ts';

/** For the texts of values: the same bytes whatever the server is set to. Until the end of the transaction. */
const TEXT_SETTINGS = [
  `set local timezone = 'UTC'`,
  `set local datestyle = 'ISO, YMD'`,
  `set local intervalstyle = 'postgres'`,
  `set local bytea_output = 'hex'`,
  'set local extra_float_digits = 1',
  // Rows wait for the disk of the backup, and a large table is read for minutes.
  'set local statement_timeout = 0',
  'set local idle_in_transaction_session_timeout = 0',
];

export async function settleTexts(transaction: Queries): Promise<void> {
  for (const statement of TEXT_SETTINGS) await transaction.execute(sql.raw(statement));
}

export async function rowsOf<Row>(queries: Queries, statement: string): Promise<readonly Row[]> {
  return (await queries.execute(sql.raw(statement))).rows as unknown as Row[];
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const TABLES = `
  select c.relname as name,
         json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attname) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
   where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
   group by c.relname
   order by c.relname collate "C"`;

/** In the order of their names, columns too: what order the migrations made them in says nothing. */
export const tablesOf = (queries: Queries): Promise<readonly TableShape[]> => rowsOf<TableShape>(queries, TABLES);

export const countersOf = (queries: Queries): Promise<readonly Counter[]> =>
  rowsOf<Counter>(
    queries,
    `select sequencename as name, last_value::text as last from pg_sequences
      where schemaname = 'public' and last_value is not null order by sequencename collate "C"`,
  );

/** Columns of the primary key in their order; all columns where there is none. */
export async function orderOf(queries: Queries, { name, columns }: TableShape): Promise<string> {
  const key = await rowsOf<{ name: string; is_text: boolean }>(
    queries,
    `select a.attname as name, t.typcollation <> 0 as is_text
       from pg_index i
       cross join lateral unnest(i.indkey) with ordinality as k(attnum, place)
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
       join pg_type t on t.oid = a.atttypid
      where i.indisprimary and i.indrelid = 'public.${quoted(name)}'::regclass
      order by k.place`,
  );
  // Every server orders texts in its own way, but for this one.
  if (key.length > 0)
    return key.map((column) => quoted(column.name) + (column.is_text ? ' collate "C"' : '')).join(', ');
  return columns.map((column) => `${quoted(column.name)}::text collate "C"`).join(', ');
}
