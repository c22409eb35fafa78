/** Brings a database to the newest schema. @module */
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { PoolClient } from 'pg';
import { LOCAL_KEYS_INDEX, LOCAL_KEYS_STATEMENTS } from '../fingerprints/localKeys.ts';
import type { EngineName } from './database.ts';
import { LOCK_PATIENCE, type LockPatience, withPatience } from './lockPatience.ts';
import { isNotPermitted } from './postgresErrors.ts';
import { VECTOR_INDEXES } from './vectorIndexes.ts';

const INDEXES = [...VECTOR_INDEXES, LOCAL_KEYS_INDEX];
const INDEX_NAMES = INDEXES.map(({ name }) => name);

/** What pictures are searched by, on PostgreSQL alone: in this order, and it counts as there when its indexes are. */
export const SEARCH_STATEMENTS = [...LOCAL_KEYS_STATEMENTS, ...INDEXES.map(({ statement }) => statement)];

/** The same distance from `src/adapters/db` and from `dist/adapters/db`. */
export const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../../../migrations', import.meta.url));
const MIGRATIONS = { migrationsFolder: MIGRATIONS_FOLDER };

/** Any fixed number that no other program on the server uses for its advisory locks; the digits say "assay". */
const MIGRATION_LOCK = 0x6173736179;

/**
 * Several processes may start at once: the second waits, then finds nothing to do. Where nothing is due no statement is sent
 * that needs more than reading: a role that owns no table may start the service.
 * @throws {Error} with a sentence for the operator if something is due and the role may not do it
 */
export async function migrateDatabase(
  client: PoolClient,
  engine: EngineName,
  patience: LockPatience = LOCK_PATIENCE,
): Promise<void> {
  try {
    if (await isNewest(client, engine)) return;
    // A migration over many rows takes long.
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await takeTurn(client);
    try {
      await withPatience(client, patience, () => migrate(drizzle(client), MIGRATIONS));
      if (engine === 'postgresql') await buildIndexes(client, patience);
    } finally {
      await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
      await client.query('reset statement_timeout; reset lock_timeout; reset idle_in_transaction_session_timeout');
    }
  } catch (cause) {
    if (!isNotPermitted(cause)) throw cause;
    const remedy = 'Run `assay migrate` with the DATABASE_URL of the role that owns the tables, then serviceRole.sql.';
    throw new Error(
      `The tables of the database are older than this version, and its role may not change them. ${remedy}`,
      {
        cause,
      },
    );
  }
}

/** How often it is looked whether another process has done, ms. */
const LOOK_MS = 200;

/** Not by waiting inside PostgreSQL: an index that is built concurrently waits for every statement that began before it, this one too. */
async function takeTurn(client: PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      MIGRATION_LOCK,
    ]);
    if (rows[0]?.taken) return;
    await sleep(LOOK_MS);
  }
}

/**
 * A build that was cut off leaves an index that takes writes and answers nothing: it goes before it is built anew. Nobody waits
 * behind a build beside the others, which itself waits for every transaction that began before it.
 */
async function buildIndexes(client: PoolClient, patience: LockPatience): Promise<void> {
  // As it is named outside of its schema, which is not always the one that is looked into.
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
      from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
      where not i.indisvalid and c.relname = any($1)`,
    [INDEX_NAMES],
  );
  await client.query('set lock_timeout = 0');
  for (const { name } of rows) await client.query(`drop index concurrently if exists ${name}`);
  // A trigger is made once nobody writes to its table.
  for (const statement of LOCAL_KEYS_STATEMENTS) await withPatience(client, patience, () => client.query(statement));
  await client.query('set lock_timeout = 0');
  for (const { statement } of INDEXES) await client.query(statement);
}

/** By the same rule as drizzle's: a migration is there if one of its time or a later one is. */
async function isNewest(client: PoolClient, engine: EngineName): Promise<boolean> {
  const { rows: tables } = await client.query(
    "select 1 from pg_tables where schemaname = 'drizzle' and tablename = '__drizzle_migrations'",
  );
  if (tables.length === 0) return false;
  const { rows } = await client.query<{ newest: string | null }>(
    'select max(created_at) as newest from drizzle.__drizzle_migrations',
  );
  const due = Math.max(...readMigrationFiles(MIGRATIONS).map(({ folderMillis }) => folderMillis));
  if (Number(rows[0]?.newest ?? 0) < due) return false;
  if (engine !== 'postgresql') return true;
  const indexes = await client.query(
    `select 1 from pg_index i join pg_class c on c.oid = i.indexrelid where i.indisvalid and c.relname = any($1)`,
    [INDEX_NAMES],
  );
  return indexes.rows.length === INDEX_NAMES.length;
}
