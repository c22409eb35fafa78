import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase, type OpenDatabase } from '../../../../src/adapters/db/connection/open.ts';
import { VECTOR_INDEXES } from '../../../../src/adapters/db/connection/vectorIndexes.ts';
import { completedAsset, fingerprintOf, registerAccount, testRepositories } from '../../../support/fixtures.ts';
import { openTestDatabase, type TestDatabase, whySkipped } from '../../../support/testDatabase.ts';

const reason = whySkipped('postgresql');
const names = VECTOR_INDEXES.map(({ name }) => name);

describe.skipIf(reason !== null)(`indexes of vectors${reason === null ? '' : `; ${reason}`}`, () => {
  let test1: TestDatabase;
  let client: pg.Client;
  beforeAll(async () => {
    test1 = await openTestDatabase('postgresql');
    client = new pg.Client({ connectionString: test1.url ?? '' });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await test1.remove();
  });
  const valid = async (): Promise<string[]> => {
    const { rows } = await client.query<{ relname: string }>(
      'select relname from pg_index join pg_class on oid = indexrelid where indisvalid and relname = any($1) order by 1',
      [names],
    );
    return rows.map(({ relname }) => relname);
  };

  test('hold halves, and the queries for candidates are answered from them', async () => {
    const { database } = test1;
    const repositories = testRepositories(database);
    const account = await registerAccount(repositories, { publicVerification: true });
    const fingerprint = fingerprintOf('a', 'model-half/1');
    const asset = await completedAsset(repositories, account, {}, { fingerprint });
    const scans = async (): Promise<Record<string, number>> => {
      // Counts are written down some time after the statement, or when it is asked for.
      await client.query('select pg_stat_clear_snapshot()');
      const { rows } = await client.query<{ name: string; scans: string }>(
        'select indexrelname as name, idx_scan as scans from pg_stat_user_indexes where indexrelname = any($1)',
        [names],
      );
      return Object.fromEntries(rows.map((row) => [row.name, Number(row.scans)]));
    };
    // A table of one row is read whole unless that is forbidden: what counts is that the words of query and index agree.
    const url = new URL(test1.url ?? '');
    const forced: OpenDatabase = await openDatabase({ url: url.href });
    try {
      const found = await forced.write(async (transaction) => {
        await transaction.execute('set local enable_seqscan = off');
        await transaction.execute('set local enable_sort = off');
        const { nearest } = await import('../../../../src/adapters/db/fingerprints/nearest.ts');
        const candidates = await nearest(transaction, fingerprint, 1, { organizationIds: [] });
        await transaction.execute('select pg_stat_force_next_flush()');
        return candidates;
      });
      expect(found.map(({ assetId }) => assetId)).toContain(asset.id);
    } finally {
      await forced.close();
    }
    const counted = await scans();
    for (const name of names) expect(counted[name], name).toBeGreaterThan(0);
  });

  test('one whose build was cut off is built anew at the next start, beside transactions that are open', async () => {
    expect(await valid()).toEqual([...names].sort());
    await client.query("update pg_index set indisvalid = false where indexrelid = 'fingerprints_clip_half'::regclass");
    await client.query('drop index fingerprints_pdq_hnsw');
    expect(await valid()).toEqual(['fingerprints_dino_half']);
    // Two processes start at once; the second waits without holding the build up.
    const opened = await Promise.all([1, 2].map(() => openDatabase({ url: test1.url ?? '' })));
    expect(await valid()).toEqual([...names].sort());
    await Promise.all(opened.map((one) => one.close()));
  });
});
