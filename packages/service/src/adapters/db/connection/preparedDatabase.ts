/**
 * An empty embedded database that the build made (`tools/service/prepareDatabase.mjs`), with its tables: a new data folder starts
 * from a copy. To make one takes PostgreSQL's `initdb` and all migrations, which was half of a first start
 * (docs/decisions/operation/0026-start.md).
 *
 * Its name says what it was made of, so one that was made by another version of the engine or of the tables is not found,
 * and the database is made on the spot as without any. It holds no secret and nothing that is drawn by lot but PostgreSQL's
 * number of the cluster, which nobody asks for.
 * @module
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { MIGRATIONS_FOLDER } from './migrateDatabase.ts';

/** The same distance from `src/adapters/db/connection` and from `dist/adapters/db/connection`. */
const PREPARED_FOLDER = fileURLToPath(new URL('../../../../prepared', import.meta.url));

const ENGINE_PACKAGES = ['@electric-sql/pglite', '@electric-sql/pglite-pgvector'];

/** Changes when a migration does. */
export function schemaHash(): ReturnType<typeof createHash> {
  const hash = createHash('sha256');
  const files = readdirSync(MIGRATIONS_FOLDER).filter((name) => name.endsWith('.sql'));
  // The journal too: by its times drizzle tells which migrations a database has.
  for (const file of [...files.sort(), 'meta/_journal.json'])
    hash.update(readFileSync(path.join(MIGRATIONS_FOLDER, file)));
  return hash;
}

/** As installed. A package that does not export its manifest has it above the entry all the same. */
function versionOf(packageName: string): string {
  const entry = createRequire(import.meta.url).resolve(packageName);
  const manifest = path.join(path.dirname(entry), '..', 'package.json');
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}

/** Where the one of this version belongs. */
export function preparedFile(): string {
  const hash = schemaHash();
  for (const name of ENGINE_PACKAGES) hash.update(`${name}@${versionOf(name)}\n`);
  return path.join(PREPARED_FOLDER, `${hash.digest('hex').slice(0, 16)}.gz`);
}

/** Its path; null where the build made none for this version. */
export function preparedDatabase(): string | null {
  const file = preparedFile();
  return existsSync(file) ? file : null;
}
