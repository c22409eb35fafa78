/** A new data folder that starts from the database which the build prepared. @module */
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { preparedDatabase, preparedFile } from '../../../../src/adapters/db/connection/preparedDatabase.ts';
import { packFolder } from '../../../../src/adapters/db/embedded/folderArchive.ts';
import { startEmbeddedServer } from '../../../../src/adapters/db/embedded/embeddedServer.ts';

// As for other tests of the embedded database: making one takes long on a busy machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let work: string;
let prepared: string;
let cluster: string;
let folder: string;
let turn = 0;

/** PostgreSQL draws a number for each cluster that it makes, which tells a copy from one made on the spot. */
async function clusterIn(at: string, from: string | null): Promise<string> {
  const server = await startEmbeddedServer({ folder: at, template: null, prepared: from });
  const client = new Client({ stream: () => server.connect(), user: 'postgres', database: 'postgres' });
  await client.connect();
  const { rows } = await client.query('select system_identifier::text as number from pg_control_system()');
  await client.end();
  await server.close();
  return (rows[0] as { number: string }).number;
}

beforeAll(async () => {
  work = await mkdtemp(path.join(os.tmpdir(), 'assay-prepared-'));
  cluster = await clusterIn(path.join(work, 'made'), null);
  prepared = path.join(work, 'prepared.gz');
  await writeFile(prepared, packFolder(path.join(work, 'made')));
});
beforeEach(() => {
  turn += 1;
  folder = path.join(work, String(turn), 'database');
});
afterAll(() => rm(work, { recursive: true, force: true }));

test('a new folder is a copy of what was prepared; one that is there stays what it is', async () => {
  expect(await clusterIn(folder, prepared)).toBe(cluster);
  const other = path.join(work, String(turn), 'other');
  const own = await clusterIn(other, null);
  expect(own).not.toBe(cluster);
  expect(await clusterIn(other, prepared)).toBe(own);
});

test('what cannot be unpacked whole leaves nothing that is taken for a database', async () => {
  const damaged = path.join(work, 'damaged.gz');
  await writeFile(damaged, (await readFile(prepared)).subarray(0, -100));
  await expect(clusterIn(folder, damaged)).rejects.toThrow('The embedded database failed');
  expect(existsSync(folder)).toBe(false);
  expect(await clusterIn(folder, prepared)).toBe(cluster);
  expect(await readdir(path.dirname(folder))).toEqual(['database']);
});

test.skipIf(process.env.ASSAY_TEST_BUILT !== '1')(
  'the build prepared the one of this version, and no other',
  async () => {
    expect(preparedDatabase()).toBe(preparedFile());
    expect(await readdir(path.dirname(preparedFile()))).toEqual([path.basename(preparedFile())]);
  },
);
