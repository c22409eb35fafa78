/**
 * Databases for tests: an empty one for each test file, on both engines. On PostgreSQL it is a clone of a template that is
 * migrated once; the embedded one, which takes seconds to start, is emptied after each file and handed on to the next one
 * of the same worker.
 * PostgreSQL is used when ASSAY_TEST_DATABASE_URL names a server on which databases may be created
 * (`tools/testPostgres.sh start` prints one).
 * @module
 */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, beforeAll, describe } from 'vitest';
import type { EngineName } from '../../src/adapters/db/connection/database.ts';
import { SEARCH_STATEMENTS } from '../../src/adapters/db/connection/migrateDatabase.ts';
import { type OpenDatabase, openDatabase } from '../../src/adapters/db/connection/open.ts';
import { schemaHash } from '../../src/adapters/db/connection/preparedDatabase.ts';

const SERVER_URL = process.env['ASSAY_TEST_DATABASE_URL'] || null;

/** The first use of a schema makes its template, which takes seconds, and much longer on a busy machine. */
const OPEN_TIMEOUT_MS = 180_000;

const ONLY_ENGINE = (process.env['ASSAY_TEST_ENGINE'] || null) as EngineName | null;

/** One where a tier asks for one: the fast tier runs on PostgreSQL where there is one, the slow tier repeats it embedded. */
export const TEST_ENGINES: readonly EngineName[] = ONLY_ENGINE === null ? ['embedded', 'postgresql'] : [ONLY_ENGINE];

/** Null when the engine is there; else the reason that the report shows. */
export const whySkipped = (engine: EngineName): string | null =>
  engine === 'postgresql' && SERVER_URL === null ? 'skipped: ASSAY_TEST_DATABASE_URL is not set' : null;

/** The same tests on each engine; `database()` is open from the first test to the last. */
export function describeOnEachEngine(title: string, tests: (database: () => OpenDatabase) => void): void {
  for (const engine of TEST_ENGINES) {
    const reason = whySkipped(engine);
    describe.skipIf(reason !== null)(`${title} [${engine}${reason === null ? '' : `; ${reason}`}]`, () => {
      tests(withTestDatabase(engine));
    });
  }
}

/** Call it inside a `describe`: opens a fresh database before its tests and removes it after them. */
export function withTestDatabase(engine: EngineName): () => OpenDatabase {
  let opened: TestDatabase | undefined;
  beforeAll(async () => {
    opened = await openTestDatabase(engine);
  }, OPEN_TIMEOUT_MS);
  afterAll(() => opened?.remove(), OPEN_TIMEOUT_MS);
  return () => {
    if (!opened) throw new Error('the test database is open only while tests run');
    return opened.database;
  };
}

export interface TestDatabase {
  readonly database: OpenDatabase;
  /** For a second process or pool; null for the embedded engine. */
  readonly url: string | null;
  remove(): Promise<void>;
}

export async function openTestDatabase(engine: EngineName): Promise<TestDatabase> {
  if (engine === 'postgresql') return openClone();
  const database = idleEmbedded.pop() ?? (await openDatabase({ template: await embeddedTemplate() }));
  return { database, url: null, remove: () => handOn(database) };
}

/** Started in this worker and used by no file at present; they end with the worker. */
const idleEmbedded: OpenDatabase[] = [];

/**
 * Empties every table that holds rows and sets its counters back, as after the migrations. A database that cannot be
 * emptied, for instance because a test closed it, is no use to the next file.
 */
async function handOn(database: OpenDatabase): Promise<void> {
  try {
    await database.write((queries) => queries.execute(sql.raw(EMPTY_ALL_TABLES)));
    idleEmbedded.push(database);
  } catch {
    await database.close().catch(() => undefined);
  }
}

const EMPTY_ALL_TABLES = `
do $$
declare
  candidate text;
  has_rows boolean;
begin
  -- Some tables refuse to be emptied.
  perform set_config('session_replication_role', 'replica', true);
  for candidate in select format('%I.%I', schemaname, tablename) from pg_tables where schemaname = 'public' loop
    execute 'select exists (select from ' || candidate || ')' into has_rows;
    if has_rows then execute 'truncate ' || candidate || ' restart identity cascade'; end if;
  end loop;
end
$$`;

/** So that an old template is never taken for the new one. */
const schemaVersion = (): string => schemaHash().update(SEARCH_STATEMENTS.join()).digest('hex').slice(0, 16);

/** A migrated, empty database as `openDatabase` takes it; made once for each schema and kept in the temporary folder. */
export async function embeddedTemplate(): Promise<Uint8Array<ArrayBuffer>> {
  const folder = path.join(os.tmpdir(), `assay-test-templates-${os.userInfo().uid}`);
  const file = path.join(folder, `${schemaVersion()}.tar`);
  try {
    return new Uint8Array(await readFile(file));
  } catch {
    const database = await openDatabase({});
    const dump = await database.dump();
    await database.close();
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const temporary = `${file}.${process.pid}.${randomUUID()}`;
    await writeFile(temporary, dump);
    await rename(temporary, file);
    return dump;
  }
}

async function openClone(): Promise<TestDatabase> {
  const template = `assay_template_${schemaVersion()}`;
  const name = `assay_test_${randomUUID().replaceAll('-', '')}`;
  await onServer(async (server) => {
    await server.query('select pg_advisory_lock(4711)');
    const { rowCount } = await server.query('select 1 from pg_database where datname = $1', [template]);
    if (rowCount === 0) await makeTemplate(server, template);
    await server.query('select pg_advisory_unlock(4711)');
    await server.query(`create database ${name} template ${template}`);
  });
  const url = urlOf(name);
  const database = await openDatabase({ url });
  const remove = async (): Promise<void> => {
    await database.close();
    await onServer((server) => drop(server, name));
  };
  return { database, url, remove };
}

/** So long who has ended its connections is waited for, ms. */
const ENDED_MS_MAX = 1_000;
const PAUSE_MS = 20;

/** A pool says that it has ended before the server says so, and whom `force` ends in between gets an error that nobody listens to any more. */
async function drop(server: Client, name: string): Promise<void> {
  const deadline = performance.now() + ENDED_MS_MAX;
  while (performance.now() < deadline) {
    const { rowCount } = await server.query('select 1 from pg_stat_activity where datname = $1', [name]);
    if (rowCount === 0) break;
    await sleep(PAUSE_MS);
  }
  await server.query(`drop database ${name} with (force)`);
}

async function makeTemplate(server: Client, template: string): Promise<void> {
  await server.query(`drop database if exists ${template}_new with (force)`);
  await server.query(`create database ${template}_new`);
  await (await openDatabase({ url: urlOf(`${template}_new`) })).close();
  await server.query(`alter database ${template}_new rename to ${template}`);
}

/** An empty database, not even migrated. */
export async function createEmptyDatabase(): Promise<{ readonly url: string; remove(): Promise<void> }> {
  const name = `assay_test_${randomUUID().replaceAll('-', '')}`;
  await onServer((server) => server.query(`create database ${name}`));
  return {
    url: urlOf(name),
    remove: async () => {
      await onServer((server) => drop(server, name));
    },
  };
}

function urlOf(database: string): string {
  const url = new URL(SERVER_URL!);
  url.pathname = `/${database}`;
  return url.href;
}

async function onServer(work: (server: Client) => Promise<unknown>): Promise<void> {
  const server = new Client({ connectionString: SERVER_URL! });
  await server.connect();
  try {
    await work(server);
  } finally {
    await server.end();
  }
}
