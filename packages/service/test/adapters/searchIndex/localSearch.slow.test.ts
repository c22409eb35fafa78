import type { Raster } from '@assay/core/raster';
import { renderScene } from '@assay/core/scene/renderScene';
import { decodeFeatures } from '@assay/core/search/compactFeatures';
import { afterEach, expect, test } from 'vitest';
import { systemClock } from '../../../src/adapters/runtime/clock.ts';
import { createSearchRows } from '../../../src/adapters/db/fingerprints/searchRows.ts';
import { storedFingerprint } from '../../../src/adapters/engine/fingerprintVectors.ts';
import { localQuery } from '../../../src/adapters/engine/localFeatures.ts';
import { openSearch, type Search } from '../../../src/adapters/searchIndex/openSearch.ts';
import { createScannedNearest } from '../../../src/adapters/searchIndex/scannedNearest.ts';
import { createSearchIndex, type SearchIndex } from '../../../src/adapters/searchIndex/searchIndex.ts';
import { completedAsset, registerAccount, testRepositories } from '../../support/fixtures.ts';
import { describeOnEachEngine } from '../../support/testDatabase.ts';

const scene = (seed: number): Raster => renderScene({ seed, width: 480, height: 320 });

/** `inner` at half its size, laid on `outer`. */
function within(outer: Raster, inner: Raster): Raster {
  const data = new Uint8Array(outer.data);
  const [left, top] = [40, 30];
  for (let y = 0; y < inner.height >> 1; y++)
    for (let x = 0; x < inner.width >> 1; x++)
      for (let c = 0; c < 3; c++) {
        const from = (2 * y * inner.width + 2 * x) * inner.channels + c;
        data[((top + y) * outer.width + left + x) * outer.channels + c] = inner.data[from] as number;
      }
  return { ...outer, data };
}

describeOnEachEngine('index of what pictures are searched by', (database) => {
  let index: SearchIndex | null = null;
  const rows = () => createSearchRows(database());
  const openIndex = (): SearchIndex => (index = createSearchIndex(rows(), systemClock));
  let search: Search | null = null;
  /** As the service does on this engine. */
  const openLocalSearch = () => (search = openSearch(database(), systemClock)).localSearch;
  afterEach(async () => {
    await Promise.all([index?.close(), search?.close()]);
    index = null;
    search = null;
  });
  const repositories = () => testRepositories(database());
  const store = async (picture: Raster, publicVerification: boolean) => {
    const account = await registerAccount(repositories(), { publicVerification });
    const fingerprint = storedFingerprint(picture);
    return { account, asset: await completedAsset(repositories(), account, {}, { fingerprint }) };
  };

  test('finds a picture within another, as soon as it is stored, for those who may see it', async () => {
    const inner = scene(11);
    const query = localQuery(within(scene(12), inner));
    const nobody = { organizationIds: [] };
    const search = openLocalSearch();
    await store(scene(13), true);
    expect(await search.find(query, nobody)).toEqual([]);
    const seen = await store(inner, true);
    const hidden = await store(inner, false);
    const found = await search.find(query, nobody);
    expect(found.map(({ assetId }) => assetId)).toEqual([seen.asset.id]);
    expect(found[0]?.inliers).toBeGreaterThanOrEqual(7);

    const member = { organizationIds: [hidden.account.organizationId] };
    const toMember = (await search.find(query, member)).map(({ assetId }) => assetId);
    expect(toMember.toSorted()).toEqual([seen.asset.id, hidden.asset.id].toSorted());
    const own = await search.find(query, { ...member, ownOnly: true });
    expect(own.map(({ assetId }) => assetId)).toEqual([hidden.asset.id]);

    await repositories().assets.remove(seen.account.organizationId, seen.asset.id, []);
    expect(await search.find(query, nobody)).toEqual([]);
  });

  test('another process finds what this one stored', async () => {
    const { account, asset } = await store(scene(13), false);
    const search = openLocalSearch();
    const scope = { organizationIds: [account.organizationId], ownOnly: true } as const;
    const found = await search.find(localQuery(scene(13)), scope);
    expect(found.map(({ assetId }) => assetId)).toEqual([asset.id]);
  });

  test('a scan gives the nearest that the database gives, to those who may see them', async () => {
    const stored = await store(scene(14), false);
    await store(scene(15), true);
    const query = storedFingerprint(scene(14));
    const inDatabase = repositories().assets.nearest;
    const nearest = createScannedNearest(openIndex(), rows());
    for (const scope of [{ organizationIds: [stored.account.organizationId] }, { organizationIds: [] }]) {
      const [scanned, asked] = [await nearest(query, 2, scope), await inDatabase(query, 2, scope)];
      expect(scanned.map(({ assetId }) => assetId)).toEqual(asked.map(({ assetId }) => assetId));
      expect(scanned[0]).toEqual(asked[0]);
      expect(scanned.some(({ assetId }) => assetId === stored.asset.id)).toBe(scope.organizationIds.length > 0);
    }
  });
});

test('what is stored of a picture takes under 24,000 bytes and can be read again', () => {
  const { local } = storedFingerprint(scene(5));
  expect(local.features.length + local.record.length).toBeLessThan(24_000);
  expect(decodeFeatures(local.features).count).toBe(local.record.length / 10);
});
