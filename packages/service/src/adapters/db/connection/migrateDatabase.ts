/** Brings a database to the newest schema. @module */
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { PoolClient } from 'pg';
import type { EngineName } from './database.ts';
import { VECTOR_INDEXES } from './vectorIndexes.ts';

/** The same distance from `src/adapters/db` and from `dist/adapters/db`. */
export const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../../../migrations', import.meta.url));

/** Any fixed number that no other program on the server uses for its advisory locks; the digits say "assay". */
const MIGRATION_LOCK = 0x6173736179;

/** Several processes may start at once: the second waits, then finds nothing to do. */
export async function migrateDatabase(client: PoolClient, engine: EngineName): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
  try {
    await migrate(drizzle(client), { migrationsFolder: MIGRATIONS_FOLDER });
    if (engine === 'postgresql') for (const statement of VECTOR_INDEXES) await client.query(statement);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  }
}
