import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { digests } from '../../src/adapters/crypto/digests.ts';
import { openDataFolder } from '../../src/adapters/dataFolder/dataFolder.ts';
import { openDatabase } from '../../src/adapters/db/connection/open.ts';
import { bucketArchives } from '../../src/adapters/imports/sharedArchives.ts';
import { createDatabaseDump } from '../../src/adapters/db/dump/databaseDump.ts';
import { createDatabaseLoad } from '../../src/adapters/db/dump/databaseLoad.ts';
import { moveData } from '../../src/app/backup/moveData.ts';
import { holdStoreTo, openStore } from '../../src/compose/assetFiles.ts';
import { move, type MoveTarget } from '../../src/compose/backup/moveData.ts';
import { serviceSecrets } from '../../src/compose/secrets.ts';
import { readConfig } from '../../src/config/config.ts';
import { parseStorageUrl } from '../../src/config/storageUrl.ts';
import { completedAsset, registerAccount, testRepositories } from '../support/fixtures.ts';
import { S3_BUCKET, S3_CREDENTIALS, type S3Server, startS3Server } from '../support/s3Server.ts';
import { embeddedTemplate, openTestDatabase, type TestDatabase, whySkipped } from '../support/testDatabase.ts';

const reason = whySkipped('postgresql');
const PICTURES = 6;
const ARCHIVE = '01980a5e-7c3b-7d2e-8f10-a1b2c3d4e5f6.zip';
const S3_SETTINGS = {
  AWS_ACCESS_KEY_ID: S3_CREDENTIALS.accessKeyId,
  AWS_SECRET_ACCESS_KEY: S3_CREDENTIALS.secretAccessKey,
};

describe.skipIf(reason !== null)(`moving a service's data${reason ? ` (${reason})` : ''}`, () => {
  let root: string;
  let s3: S3Server;
  let empty: TestDatabase;
  let url: string;
  let postgres: Extract<MoveTarget, { kind: 'postgresql' }>;
  const ids: string[] = [];
  const at = (name: string): string => path.join(root, name);
  const configOf = (name: string, more: Record<string, string> = {}) =>
    readConfig({ ASSAY_DATA_DIR: at(name), ...S3_SETTINGS, ...more });

  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'assay-move-'));
    s3 = await startS3Server();
    empty = await openTestDatabase('postgresql');
    url = empty.url ?? '';
    const address = `s3://${S3_BUCKET}/moved?endpoint=${encodeURIComponent(s3.endpoint)}`;
    postgres = { kind: 'postgresql', url, store: parseStorageUrl(address) };
    await makeOrigin();
  });
  afterEach(async () => {
    await empty.remove();
    await s3.close();
    await rm(root, { recursive: true, force: true });
  });

  /** A stopped service with pictures, one of which is there twice: marked and as it came. */
  async function makeOrigin(): Promise<void> {
    const owned = await openDataFolder(at('origin'));
    await serviceSecrets(configOf('origin'), owned.path);
    const database = await openDatabase({ dataDir: owned.path, template: await embeddedTemplate() });
    const store = openStore(configOf('origin'), path.join(owned.path, 'files'));
    await holdStoreTo(database, store);
    const repositories = testRepositories(database);
    const account = await registerAccount(repositories);
    ids.length = 0;
    for (let i = 0; i < PICTURES; i++) {
      const { id } = await completedAsset(repositories, account);
      ids.push(id);
      for (const variant of ['original', 'watermarked', 'preview'] as const)
        await store.files.put(id, variant, Buffer.from(`${variant} of ${id}`));
    }
    // Ended by age, which is no loss.
    await store.files.remove(ids[0] as string, 'preview');
    // Of an import that is under way.
    await mkdir(path.join(owned.path, 'imports'), { recursive: true });
    await writeFile(path.join(owned.path, 'imports', ARCHIVE), 'PK and pictures');
    await database.close();
    await owned.release();
  }

  async function dumpOf(location: { url: string } | { dataDir: string }): Promise<string[]> {
    const database = await openDatabase(location);
    try {
      return await createDatabaseDump(database).atOneMoment(async (state) => {
        const lines: string[] = JSON.parse(JSON.stringify(state.counters)).map((counter: object) =>
          JSON.stringify(counter),
        );
        for (const table of state.tables)
          for await (const line of state.rows(table)) lines.push(`${table.name} ${line}`);
        return lines;
      });
    } finally {
      await database.close();
    }
  }

  test('to PostgreSQL and a bucket, and back into a folder, leaves every row and every file as it was', async () => {
    const before = await dumpOf({ dataDir: at('origin') });
    const there = await move(configOf('origin'), postgres, () => {});
    expect(there).toMatchObject({ missing: [], rows: before.length - counters(before) });
    expect(there.files).toBe(there.copied);
    expect(there.files).toBeGreaterThanOrEqual(PICTURES);
    expect(await dumpOf({ url })).toEqual(before);
    // Any worker goes on with the import.
    if (postgres.store.kind !== 's3') throw new Error('the target is a bucket');
    const shared = bucketArchives(postgres.store, S3_CREDENTIALS);
    expect((await shared.list()).map(({ name }) => name)).toEqual([ARCHIVE]);
    await rm(path.join(at('origin'), 'imports', ARCHIVE));

    const served = configOf('origin', { DATABASE_URL: url, ASSAY_STORAGE_URL: storageOf(postgres) });
    const back = await move(served, { kind: 'folder', folder: at('back') }, () => {});
    expect(back).toMatchObject({ rows: there.rows, files: there.files, missing: [] });
    expect(await dumpOf({ dataDir: at('back') })).toEqual(before);
    const files = openStore(configOf('back'), path.join(at('back'), 'files')).files;
    for (const id of ids) expect(String(await files.read(id, 'original'))).toBe(`original of ${id}`);
    expect(await readFile(path.join(at('back'), 'imports', ARCHIVE), 'utf8')).toBe('PK and pictures');
    // No mark of half a move is left: a service may start there.
    await (await openDataFolder(at('back'))).release();
  });

  const counters = (lines: readonly string[]): number => lines.filter((line) => line.startsWith('{')).length;
  const storageOf = (target: typeof postgres): string =>
    target.store.kind === 's3'
      ? `s3://${target.store.bucket}/${target.store.prefix}?endpoint=${encodeURIComponent(target.store.endpoint)}`
      : '';

  test('goes on where it was cut off, sends nothing twice, and refuses what is another', async () => {
    await expect(cutOffAfter(4)).rejects.toThrow('cut off');
    const store = openStore({ ...configOf('origin'), storageUrl: postgres.store }, at('unused'));
    expect(await store.storeKeeping.restoring()).not.toBeNull();
    const moved = await move(configOf('origin'), postgres, () => {});
    expect(moved.files - moved.copied).toBeGreaterThanOrEqual(4);
    expect(moved.copied).toBeGreaterThan(0);
    expect(await store.storeKeeping.restoring()).toBeNull();
    const again = await move(configOf('origin'), postgres, () => {});
    expect(again).toMatchObject({ copied: 0, files: moved.files, rows: moved.rows });

    await empty.database.write((queries) =>
      queries.execute(sql`update assets set title = 'another' where id = ${ids[0]}`),
    );
    await expect(move(configOf('origin'), postgres, () => {})).rejects.toThrow('A row of assets');
    await empty.database.write((queries) =>
      queries.execute(sql`update database_identity set database_id = gen_random_uuid()`),
    );
    await expect(move(configOf('origin'), postgres, () => {})).rejects.toThrow('in use');
  });

  async function cutOffAfter(puts: number): Promise<unknown> {
    const [here, there] = [await openDatabase({ dataDir: at('origin') }), await openDatabase({ url })];
    const store = openStore({ ...configOf('origin'), storageUrl: postgres.store }, at('unused'));
    const origin = openStore(configOf('origin'), path.join(at('origin'), 'files'));
    const archive = { read: () => Promise.resolve(null), put: () => Promise.resolve() };
    let left = puts;
    const put: typeof store.files.put = async (...file) => {
      if (left-- <= 0) throw new Error('cut off');
      await store.files.put(...file);
    };
    const source = { dump: createDatabaseDump(here), archive, ...origin };
    const target = {
      dump: createDatabaseDump(there),
      load: createDatabaseLoad(there),
      files: { ...store.files, put },
      storeKeeping: store.storeKeeping,
      archive: null,
    };
    try {
      return await moveData({ source, target, digests }, () => {});
    } finally {
      await Promise.all([here.close(), there.close()]);
    }
  }
});
