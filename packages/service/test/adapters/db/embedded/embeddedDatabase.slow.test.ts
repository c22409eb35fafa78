import { mkdtemp, readdir, rm, writeFile, mkdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startEmbeddedServer } from '../../../../src/adapters/db/embedded/embeddedServer.ts';
import { openDatabase } from '../../../../src/adapters/db/connection/open.ts';
import { registerAccount, testRepositories } from '../../../support/fixtures.ts';
import { embeddedTemplate } from '../../../support/testDatabase.ts';

// Making a database folder takes seconds on a quiet machine and much longer on a busy one.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let dataDir: string;
let template: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  template = await embeddedTemplate();
});
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'assay-embedded-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

test('data is there after closing and opening again; fsync is on and reaches the WAL; pages take 32 MB', async () => {
  const first = await openDatabase({ dataDir, template });
  const { user } = await registerAccount(testRepositories(first));
  const settings = await first.read(async (queries) => [
    (await queries.execute(sql`show fsync`)).rows,
    (await queries.execute(sql`show synchronous_commit`)).rows,
    (await queries.execute(sql`show wal_sync_method`)).rows,
  ]);
  expect(settings.flat()).toEqual([{ fsync: 'on' }, { synchronous_commit: 'on' }, { wal_sync_method: 'fsync' }]);
  expect(await first.read(async (queries) => (await queries.execute(sql`show shared_buffers`)).rows)).toEqual([
    { shared_buffers: '32MB' },
  ]);
  await first.close();
  const second = await openDatabase({ dataDir });
  expect((await testRepositories(second).users.find(user.id))?.email).toBe(user.email);
  await second.close();
});

test('what a crash left of a half-made database is replaced', async () => {
  const partial = path.join(dataDir, 'database.partial');
  await mkdir(partial);
  await writeFile(path.join(partial, 'PG_VERSION'), '18\n');
  const database = await openDatabase({ dataDir, template });
  expect(await database.check()).toBe(true);
  await database.close();
  expect(await readdir(dataDir)).toEqual(['database']);
});

test('a new folder becomes a database without any template', async () => {
  const database = await openDatabase({ dataDir });
  const { user } = await registerAccount(testRepositories(database));
  expect(user.id).toBeDefined();
  await database.close();
});

test('a folder that is no database is an error that says so, not a hang', async () => {
  await mkdir(path.join(dataDir, 'database'));
  await writeFile(path.join(dataDir, 'database', 'PG_VERSION'), 'not a version\n');
  await expect(openDatabase({ dataDir })).rejects.toThrow('The embedded database failed');
});

test('a client that vanishes in a transaction leaves nothing of it to the next one', async () => {
  const server = await startEmbeddedServer({ folder: null, template, prepared: null });
  const connect = async (): Promise<Client> => {
    const client = new Client({ stream: () => server.connect(), user: 'postgres', database: 'postgres' });
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  const first = await connect();
  await first.query('create table t (n int)');
  await first.query('begin');
  await first.query('insert into t values (1)');
  await first.query(`set search_path to pg_catalog`);
  const second = await connect();
  expect((await second.query('select n from t')).rows).toEqual([]);
  await second.end();
  await server.close();
});
