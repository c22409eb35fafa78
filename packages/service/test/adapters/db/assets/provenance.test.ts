import { randomUUID } from 'node:crypto';
import { checkChain } from '@assay/core/provenance/chain';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createProvenance } from '../../../../src/adapters/db/assets/provenance.ts';
import { assets, provenance } from '../../../../src/adapters/db/schema/assets.ts';
import { checkTraces, publishedTrace } from '../../../../src/app/provenance/published.ts';
import type { NewTrace } from '../../../../src/app/ports/assets/provenance.ts';
import { completedAsset, NOW, registerAccount, testRepositories } from '../../../support/fixtures.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';

const traceOf = (assetId: string, fields: Partial<NewTrace> = {}): NewTrace => ({
  id: randomUUID(),
  assetId,
  parentAssetId: null,
  relation: null,
  action: 'uploaded',
  actorId: null,
  actorKind: 'service',
  tool: 'assay@test',
  details: {},
  createdAt: NOW,
  ...fields,
});

describeOnEachEngine('provenance', (database) => {
  const repositories = () => testRepositories(database());
  const history = () => createProvenance(database());

  test('steps of one instant come back in the order of the chain, and it holds', async () => {
    const asset = await completedAsset(repositories(), await registerAccount(repositories()));
    const given = [...Array(6).keys()].map((step) =>
      traceOf(asset.id, { action: 'shared', details: { step, text: 'a\0b' } }),
    );
    for (const trace of given) await history().add(trace);
    const read = await history().ofAsset(asset.id);
    expect(read.map(({ id }) => id)).toEqual(given.map(({ id }) => id));
    expect(read[0]).toMatchObject({ ...given[0], prevHash: null, details: { step: 0, text: 'a\ufffdb' } });
    expect(checkTraces(read)).toEqual({ valid: true });
  });

  test('parallel steps all find their place', async () => {
    const asset = await completedAsset(repositories(), await registerAccount(repositories()));
    await Promise.all([...Array(5).keys()].map(() => history().add(traceOf(asset.id))));
    const read = await history().ofAsset(asset.id);
    expect(read).toHaveLength(5);
    expect(checkTraces(read)).toEqual({ valid: true });
  });

  test('a row that was changed or deleted behind the back of the service is found', async () => {
    const asset = await completedAsset(repositories(), await registerAccount(repositories()));
    const steps = [traceOf(asset.id), traceOf(asset.id, { action: 'marked' }), traceOf(asset.id, { action: 'shared' })];
    for (const trace of steps) await history().add(trace);
    const second = eq(provenance.id, steps[1]?.id ?? '');
    await database().write((queries) => queries.update(provenance).set({ action: 'revoked' }).where(second));
    expect(checkTraces(await history().ofAsset(asset.id))).toMatchObject({ valid: false, index: 1 });
    await database().write((queries) => queries.delete(provenance).where(second));
    expect(checkTraces(await history().ofAsset(asset.id))).toMatchObject({ valid: false, index: 1 });
  });

  test('descents of one organization; a deleted parent leaves a chain that holds', async () => {
    const account = await registerAccount(repositories());
    const parent = await completedAsset(repositories(), account);
    const child = await completedAsset(repositories(), account);
    const details = { parent_asset_id: parent.id };
    await history().add(traceOf(child.id, { parentAssetId: parent.id, relation: 'edited', details }));
    const edge = { parentId: parent.id, childId: child.id, relation: 'edited' };
    expect(await history().descents(account.organizationId, [parent.id])).toEqual([edge]);
    expect(await history().descents(account.organizationId, [child.id])).toEqual([edge]);
    expect(await history().descents(randomUUID(), [child.id])).toEqual([]);
    await database().write((queries) => queries.delete(assets).where(eq(assets.id, parent.id)));
    const [trace] = await history().ofAsset(child.id);
    expect(trace?.parentAssetId).toBeNull();
    expect(checkChain(trace ? [publishedTrace(trace)] : [])).toEqual({ valid: true });
  });

  test('a step of an asset that is gone goes nowhere', async () => {
    await history().add(traceOf(randomUUID()));
  });
});
