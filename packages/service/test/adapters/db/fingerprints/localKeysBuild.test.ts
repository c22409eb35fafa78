import { renderScene } from '@assay/core/scene/renderScene';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { migrateDatabase } from '../../../../src/adapters/db/connection/migrateDatabase.ts';
import { LOCAL_KEYS_INDEX, LOCAL_KEYS_STATEMENTS } from '../../../../src/adapters/db/fingerprints/localKeys.ts';
import { storedFingerprint } from '../../../../src/adapters/engine/fingerprintVectors.ts';
import { completedAsset, registerAccount, testRepositories } from '../../../support/fixtures.ts';
import { openTestDatabase, type TestDatabase, whySkipped } from '../../../support/testDatabase.ts';

const reason = whySkipped('postgresql');
const PATIENCE = { lockMs: 100, pauseMs: 50, allMs: 60_000 };
/** Everything that has keys, with each of them. */
const KEYS = 'select key, sequence from assay_search.local_keys order by 2, 1';
const EXPECTED =
  'select k as key, sequence::integer from local_features, assay_search.keys_of(record) as k order by 2, 1';

describe.skipIf(reason !== null)(`keys of pictures that were there before${reason ? ` (${reason})` : ''}`, () => {
  const fingerprints = [31, 32].map((seed) => storedFingerprint(renderScene({ seed, width: 160, height: 120 })));
  let opened: TestDatabase;
  let pool: pg.Pool;
  let client: pg.PoolClient;
  beforeAll(async () => {
    opened = await openTestDatabase('postgresql');
    pool = new pg.Pool({ connectionString: opened.url ?? '' });
    client = await pool.connect();
  });
  beforeEach(async () => {
    await client.query('drop schema assay_search cascade; delete from local_features');
    await store();
  });
  afterAll(async () => {
    client.release();
    await pool.end();
    await opened.remove();
  });
  const store = async (fingerprint = fingerprints[0]!): Promise<void> => {
    const repositories = testRepositories(opened.database);
    await completedAsset(repositories, await registerAccount(repositories), {}, { fingerprint });
  };
  const expectAllKeys = async (pictures: number): Promise<void> => {
    const [keys, expected] = [(await client.query(KEYS)).rows, (await client.query(EXPECTED)).rows];
    expect(new Set(expected.map(({ sequence }) => sequence)).size).toBe(pictures);
    expect(keys).toEqual(expected);
  };

  test.each([...LOCAL_KEYS_STATEMENTS.keys(), LOCAL_KEYS_STATEMENTS.length])(
    'are there once each, with pictures stored between the steps and an end after step %i',
    async (steps) => {
      for (const statement of LOCAL_KEYS_STATEMENTS.slice(0, steps)) {
        await client.query(statement);
        await store();
      }
      await migrateDatabase(client, 'postgresql', PATIENCE);
      await store();
      await expectAllKeys(steps + 2);
    },
  );

  test('are those of a transaction that began before, whose end the trigger waits for', async () => {
    const writer = await pool.connect();
    await writer.query('begin');
    await writer.query('update local_features set record = $1', [fingerprints[1]!.local.record]);
    const migrating = migrateDatabase(client, 'postgresql', PATIENCE);
    // Several tries of the trigger.
    await new Promise((resolve) => void setTimeout(resolve, 500));
    await writer.query('commit');
    writer.release();
    await migrating;
    await expectAllKeys(1);
  });

  test('an index whose build was cut off goes, is built anew, and what is there is not read again', async () => {
    await migrateDatabase(client, 'postgresql', PATIENCE);
    const index = `'assay_search.${LOCAL_KEYS_INDEX.name}'::regclass`;
    await client.query(`update pg_index set indisvalid = false where indexrelid = ${index}`);
    await migrateDatabase(client, 'postgresql', PATIENCE);
    const { rows } = await client.query(`select indisvalid from pg_index where indexrelid = ${index}`);
    expect(rows).toEqual([{ indisvalid: true }]);
    await expectAllKeys(1);
    // A later start that builds something else does not pay for the pictures of long ago.
    await client.query('truncate assay_search.local_keys; drop index fingerprints_pdq_hnsw');
    await migrateDatabase(client, 'postgresql', PATIENCE);
    expect((await client.query(KEYS)).rows).toEqual([]);
  });
});
