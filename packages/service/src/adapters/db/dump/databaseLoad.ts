/** The port `DatabaseLoad`: rows of `databaseDump.ts` back into a database of the same shape. @module */
import { sql } from 'drizzle-orm';
import type { Counter, DatabaseLoad, TableShape } from '../../../app/ports/backup/databaseDump.ts';
import type { Database, Queries } from '../connection/database.ts';
import { rebuildLocalKeys } from '../fingerprints/localKeys.ts';
import { countersOf, quoted, rowsOf, settleTexts, tablesOf } from './tableShapes.ts';

/** Characters of rows that one statement takes; a single row may be longer. */
const BATCH_CHARACTERS = 1_000_000;
/** What the first start of a service writes by itself. */
const IDENTITY = 'database_identity';

export function createDatabaseLoad(database: Database): DatabaseLoad {
  return {
    tables: () => database.read(tablesOf),

    holds: () =>
      database.read(async (queries) => {
        for (const { name } of await tablesOf(queries))
          if (name !== IDENTITY && (await rowsOf(queries, `select 1 from public.${quoted(name)} limit 1`)).length > 0)
            return { databaseId: await identityOf(queries) };
        return null;
      }),

    load: (tables, counters, rows) =>
      database.write(async (transaction) => {
        await settleTexts(transaction);
        await transaction.execute(sql.raw(`delete from ${IDENTITY}`));
        // Without these no order of the tables is asked for; made again at the end they check every row.
        const constraints = await takeForeignKeys(transaction);
        for (const table of tables) await fill(transaction, table, rows(table));
        for (const { table, name, definition } of constraints)
          await transaction.execute(
            sql.raw(`alter table public.${quoted(table)} add constraint ${quoted(name)} ${definition}`),
          );
        await setCounters(transaction, counters);
        if (database.engine === 'postgresql') await rebuildLocalKeys(transaction);
      }),
  };
}

const identityOf = async (queries: Queries): Promise<string | null> =>
  (await rowsOf<{ id: string }>(queries, `select database_id as id from ${IDENTITY}`))[0]?.id ?? null;

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

async function takeForeignKeys(transaction: Queries): Promise<readonly ForeignKey[]> {
  const keys = await rowsOf<ForeignKey>(
    transaction,
    `select r.relname as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
       from pg_constraint c join pg_class r on r.oid = c.conrelid
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of keys)
    await transaction.execute(sql.raw(`alter table public.${quoted(table)} drop constraint ${quoted(name)}`));
  return keys;
}

async function fill(transaction: Queries, table: TableShape, lines: AsyncIterable<string>): Promise<void> {
  const target = `public.${quoted(table.name)}`;
  const columns = table.columns.map(({ name }) => quoted(name)).join(', ');
  const values = table.columns.map(({ type }, at) => `(r->>${at})::${type}`).join(', ');
  const insert = async (batch: readonly string[]): Promise<void> => {
    if (batch.length === 0) return;
    const rows = `[${batch.join(',')}]`;
    await transaction.execute(
      sql`insert into ${sql.raw(`${target} (${columns})`)} overriding system value
          select ${sql.raw(values)} from jsonb_array_elements(${rows}::jsonb) as r`,
    );
  };
  // Rows that are written back ask for no second reaction to them.
  await transaction.execute(sql.raw(`alter table ${target} disable trigger user`));
  let batch: string[] = [];
  let characters = 0;
  for await (const line of lines) {
    batch.push(line);
    characters += line.length;
    if (characters < BATCH_CHARACTERS) continue;
    await insert(batch);
    batch = [];
    characters = 0;
  }
  await insert(batch);
  await transaction.execute(sql.raw(`alter table ${target} enable trigger user`));
}

async function setCounters(transaction: Queries, counters: readonly Counter[]): Promise<void> {
  for (const { name, last } of counters)
    await transaction.execute(sql`select setval(${`public.${quoted(name)}`}::regclass, ${last}::bigint)`);
  const known = await countersOf(transaction);
  const missing = counters.find(({ name }) => !known.some((one) => one.name === name));
  if (missing) throw new Error(`the counter ${missing.name} is not in this database`);
}
