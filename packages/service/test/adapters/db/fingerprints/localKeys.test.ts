import { renderScene } from '@assay/core/scene/renderScene';
import { decodeIndexRecord } from '@assay/core/search/indexRecord';
import { storedKeys } from '@assay/core/search/localKeys';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { rebuildLocalKeys } from '../../../../src/adapters/db/fingerprints/localKeys.ts';
import { createSearchRows } from '../../../../src/adapters/db/fingerprints/searchRows.ts';
import { storedFingerprint } from '../../../../src/adapters/engine/fingerprintVectors.ts';
import { completedAsset, registerAccount, testRepositories } from '../../../support/fixtures.ts';
import { whySkipped, withTestDatabase } from '../../../support/testDatabase.ts';

const reason = whySkipped('postgresql');

describe.skipIf(reason !== null)(`keys of local features${reason ? ` (${reason})` : ''}`, () => {
  const database = withTestDatabase('postgresql');
  const fingerprint = storedFingerprint(renderScene({ seed: 21, width: 320, height: 240 }));
  const expected = [...storedKeys(decodeIndexRecord(fingerprint.local.record))].toSorted((a, b) => a - b);
  const store = async () => {
    const account = await registerAccount(testRepositories(database()), { publicVerification: true });
    return { account, asset: await completedAsset(testRepositories(database()), account, {}, { fingerprint }) };
  };
  const keysOf = async (assetId: string): Promise<number[]> => {
    const { rows } = await database().read((queries) =>
      queries.execute<{ key: number }>(
        sql`select key from assay_search.local_keys join local_features using (sequence)
            where asset_id = ${assetId} order by key`,
      ),
    );
    return rows.map(({ key }) => key);
  };
  const left = async (): Promise<number> => {
    const { rows } = await database().read((queries) =>
      queries.execute<{ count: number }>(sql`select count(*)::integer as count from assay_search.local_keys`),
    );
    return rows[0]?.count ?? -1;
  };

  test('are those that the core works out, and go with the picture', async () => {
    const { account, asset } = await store();
    expect(expected.length).toBeGreaterThan(20);
    expect(await keysOf(asset.id)).toEqual(expected);
    const before = await left();
    await testRepositories(database()).assets.remove(account.organizationId, asset.id, []);
    expect(await left()).toBe(before - expected.length);
  });

  test('a new fingerprint replaces them', async () => {
    const { asset } = await store();
    const other = storedFingerprint(renderScene({ seed: 22, width: 320, height: 240 }));
    await testRepositories(database()).fingerprints.replace(asset.id, other, new Date());
    const keys = storedKeys(decodeIndexRecord(other.local.record));
    expect(await keysOf(asset.id)).toEqual([...keys].toSorted((a, b) => a - b));
  });

  test('can be made again from the rows', async () => {
    const { asset } = await store();
    await database().write(async (queries) => {
      await queries.execute(sql`truncate assay_search.local_keys`);
      await rebuildLocalKeys(queries);
    });
    expect(await keysOf(asset.id)).toEqual(expected);
  });

  test('those who share most come first, and only for those who may see them', async () => {
    const rows = createSearchRows(database());
    const { account, asset } = await store();
    const scope = { organizationIds: [account.organizationId], ownOnly: true } as const;
    const forms = [expected, []];
    expect((await rows.alikeByKeys(forms, scope, 10)).map(({ assetId }) => assetId)).toEqual([asset.id]);
    expect(await rows.alikeByKeys(forms, { organizationIds: [], ownOnly: true }, 10)).toEqual([]);
  });
});
