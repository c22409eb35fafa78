/** Puts the fixture back as its own version would have, for the present version to start on. @module */
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Pool } from 'pg';
import { type Database, PooledDatabase } from '../../src/adapters/db/connection/database.ts';
import { FairPool } from '../../src/adapters/db/connection/fairPool.ts';
import { MIGRATIONS_FOLDER, SEARCH_STATEMENTS } from '../../src/adapters/db/connection/migrateDatabase.ts';
import { startEmbeddedServer } from '../../src/adapters/db/embedded/embeddedServer.ts';
import { restore } from '../../src/compose/backup/restoreBackup.ts';
import { readConfig } from '../../src/config/config.ts';
import type { Release } from './release.ts';
import { BACKUP_FILE, SETTINGS } from './settings.ts';

const run = promisify(execFile);
const QUIET = { checked: () => {}, restored: () => {} };

/** The migrations that there were, and no later ones. */
async function formerMigrations(folder: string, count: number): Promise<string> {
  const former = path.join(folder, 'migrations');
  await cp(MIGRATIONS_FOLDER, former, { recursive: true });
  const file = path.join(former, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: unknown[] };
  await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }));
  return former;
}

async function migratedTo(migrationsFolder: string, pool: Pool, searched: boolean): Promise<void> {
  const client = await pool.connect();
  try {
    await migrate(drizzle(client), { migrationsFolder });
    if (searched) for (const statement of SEARCH_STATEMENTS) await client.query(statement);
  } finally {
    client.release();
  }
}

/** An empty database with the tables of that time. */
async function openFormer(migrationsFolder: string, url: string | null, dataDir: string): Promise<Database> {
  if (url !== null) {
    const pool = new Pool({ connectionString: url });
    await migratedTo(migrationsFolder, pool, true);
    return new PooledDatabase('postgresql', pool, () => pool.end());
  }
  const server = await startEmbeddedServer({ folder: path.join(dataDir, 'database'), template: null, prepared: null });
  const options = { stream: () => server.connect(), idleTimeoutMillis: 0, user: 'postgres', database: 'postgres' };
  const pool = new FairPool(options, () => '');
  await migratedTo(migrationsFolder, pool, false);
  return new PooledDatabase('embedded', pool, async () => {
    await pool.end();
    await server.close();
  });
}

/** @param folder an empty one @param databaseUrl of an empty database; null: the embedded one. @returns the data folder */
export async function restoreRelease(folder: string, release: Release, databaseUrl: string | null): Promise<string> {
  const [backup, dataDir] = [path.join(folder, 'backup'), path.join(folder, 'data')];
  await mkdir(backup, { recursive: true });
  await run('tar', ['-xzf', BACKUP_FILE, '-C', backup]);
  const former = await formerMigrations(folder, release.migrations.length);
  const database = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl };
  const config = readConfig({ ...SETTINGS, ...database, ASSAY_DATA_DIR: dataDir, ...storeOf(dataDir, databaseUrl) });
  await restore(config, backup, QUIET, (_config, home) => openFormer(former, databaseUrl, home));
  return dataDir;
}

/** A service on PostgreSQL names its store; it is the folder that an embedded one has. */
export const storeOf = (dataDir: string, databaseUrl: string | null): Readonly<Record<string, string>> =>
  databaseUrl === null ? {} : { ASSAY_STORAGE_URL: `file://${path.join(dataDir, 'files')}` };
