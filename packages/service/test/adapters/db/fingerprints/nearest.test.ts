import { expect, test } from 'vitest';
import type { VerificationScope } from '../../../../src/app/ports/assets/assets.ts';
import type { FingerprintVectors, StoredFingerprint } from '../../../../src/app/ports/verify/engine.ts';
import {
  completedAsset,
  fingerprintOf,
  newAsset,
  registerAccount,
  testRepositories,
  LEASE,
} from '../../../support/fixtures.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';

const NOBODY: VerificationScope = { organizationIds: [] };

/** The vector with a little of another one, of unit length again. */
function towards(vector: Float32Array, other: Float32Array, share: number): Float32Array {
  const mixed = vector.map((value, i) => value + share * other[i]!);
  const norm = Math.hypot(...mixed);
  return mixed.map((value) => value / norm);
}

describeOnEachEngine('nearest fingerprints', (database) => {
  const repositories = () => testRepositories(database());
  const store = async (fingerprint: StoredFingerprint, publicVerification = true) => {
    const account = await registerAccount(repositories(), { publicVerification });
    return { account, asset: await completedAsset(repositories(), account, {}, { fingerprint }) };
  };
  const nearestIds = async (query: FingerprintVectors, limitEach: number, scope = NOBODY) =>
    (await repositories().assets.nearest(query, limitEach, scope)).map((candidate) => candidate.assetId);

  test('gives the vectors back bit for bit', async () => {
    const fingerprint = fingerprintOf('exact', 'model-exact/1');
    const { asset } = await store(fingerprint);
    const [candidate] = await repositories().assets.nearest(fingerprint, 1, NOBODY);
    expect(candidate).toEqual({
      assetId: asset.id,
      pdq: fingerprint.pdq,
      embedding768: fingerprint.embedding768,
      embedding1024: fingerprint.embedding1024,
      model: 'model-exact/1',
    });
  });

  test('each measure finds its own nearest; all are merged without duplicates', async () => {
    const model = 'model-each/1';
    const query = fingerprintOf('query', model);
    const other = (seed: string, fields: Partial<FingerprintVectors>) =>
      store({ ...fingerprintOf(seed, model), ...fields });
    const by768 = await other('far 1', {
      embedding768: towards(query.embedding768, fingerprintOf('n1').embedding768, 0.1),
    });
    const by1024 = await other('far 2', {
      embedding1024: towards(query.embedding1024, fingerprintOf('n2').embedding1024, 0.1),
    });
    const flipped = new Uint8Array(query.pdq);
    flipped[0]! ^= 0b101;
    const byPdq = await other('far 3', { pdq: flipped });
    const stranger = await other('far 4', {});
    const ids = await nearestIds(query, 1);
    expect(ids.toSorted()).toEqual([by768.asset.id, by1024.asset.id, byPdq.asset.id].toSorted());
    expect(await nearestIds(query, 50)).toContain(stranger.asset.id);
    expect(new Set(await nearestIds(query, 50)).size).toBe((await nearestIds(query, 50)).length);
  });

  test('the nearer comes first', async () => {
    const model = 'model-order/1';
    const query = fingerprintOf('ordered', model);
    const noise = fingerprintOf('noise');
    const ids: string[] = [];
    for (const share of [0.6, 0.1, 0.3]) {
      const pdq = new Uint8Array(query.pdq);
      for (let bit = 0; bit < share * 100; bit++) pdq[bit >> 3]! ^= 1 << (bit & 7);
      const embedding768 = towards(query.embedding768, noise.embedding768, share);
      const embedding1024 = towards(query.embedding1024, noise.embedding1024, share);
      ids.push((await store({ ...query, pdq, embedding768, embedding1024 })).asset.id);
    }
    expect((await nearestIds(query, 3)).slice(0, 3)).toEqual([ids[1], ids[2], ids[0]]);
  });

  test('a turned picture is found by one of the eight forms of the query', async () => {
    const model = 'model-turned/1';
    const query = fingerprintOf('turned query', model);
    const { asset } = await store({ ...fingerprintOf('turned store', 'another-model/1'), pdq: query.pdqDihedral[5]! });
    expect(await nearestIds(query, 1)).toContain(asset.id);
  });

  test('embeddings of another model are not compared', async () => {
    const fingerprint = fingerprintOf('of an old model', 'old-model/1');
    const { asset } = await store(fingerprint);
    const query = {
      ...fingerprintOf('asker', 'new-model/1'),
      embedding768: fingerprint.embedding768,
      embedding1024: fingerprint.embedding1024,
    };
    for (let i = 0; i < 3; i++) await store({ ...fingerprintOf(`filler ${i}`), pdq: query.pdq });
    expect(await nearestIds(query, 3)).not.toContain(asset.id);
  });

  test('assets of closed organizations are found by their members alone; unfinished ones by nobody', async () => {
    const fingerprint = fingerprintOf('closed', 'model-closed/1');
    const { account, asset } = await store(fingerprint, false);
    await repositories().assets.begin(newAsset(account), LEASE);
    expect(await nearestIds(fingerprint, 5)).not.toContain(asset.id);
    expect((await nearestIds(fingerprint, 5, { organizationIds: [account.organizationId] }))[0]).toBe(asset.id);
  });

  test('an asset that was removed is not found any more', async () => {
    const fingerprint = fingerprintOf('removed', 'model-removed/1');
    const { account, asset } = await store(fingerprint);
    await repositories().assets.remove(account.organizationId, asset.id, []);
    expect(await nearestIds(fingerprint, 5)).not.toContain(asset.id);
  });
});
