import { randomUUID } from 'node:crypto';
import { AppError } from '@assay/core/errors';
import { SIMILARITY_CONFIG } from '@assay/core/fingerprint/similarityConfig';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { outbox } from '../../../src/adapters/db/schema/delivery.ts';
import { embedAgain } from '../../../src/app/fingerprints/embedAgain.ts';
import { findMatches } from '../../../src/app/fingerprints/findMatches.ts';
import { fingerprintJob } from '../../../src/app/fingerprints/fingerprintJob.ts';
import type { Asset } from '../../../src/app/ports/assets/assets.ts';
import type { Compared, Examined } from '../../../src/app/ports/verify/engine.ts';
import { memoryFiles } from '../../fakes/memoryFiles.ts';
import {
  type Account,
  completedAsset,
  fingerprintOf,
  NOW,
  registerAccount,
  testRepositories,
} from '../../support/fixtures.ts';
import { describeOnEachEngine } from '../../support/testDatabase.ts';
import { silentLog } from '../../support/keptLog.ts';
import { manualClock } from '../../fakes/manualClock.ts';

describeOnEachEngine('fingerprint job', (database) => {
  /** A service that embeds with `model`; the bytes of a picture are the name of what it shows. */
  function serviceWith(model: string, files = memoryFiles()) {
    const repositories = testRepositories(database());
    const looks: string[] = [];
    const state = { busy: false, liesOn: true };
    const sceneOf = (bytes: Uint8Array) => Buffer.from(bytes).toString();
    const engine = {
      examine: async (bytes: Uint8Array) => {
        if (state.busy) throw new AppError('SERVICE_UNAVAILABLE', 'busy');
        looks.push(sceneOf(bytes));
        return { fingerprint: fingerprintOf(sceneOf(bytes), model) } as Examined;
      },
      compare: async () => ({ registration: state.liesOn ? { inliers: 100 } : null }) as unknown as Compared,
    };
    const deps = {
      ...repositories,
      files,
      engine: engine as never,
      embedding: { model, similarity: SIMILARITY_CONFIG },
      clock: manualClock(NOW),
      ids: { uuid: randomUUID },
    };
    return { deps, looks, state, files };
  }

  async function stored(
    { deps, files }: ReturnType<typeof serviceWith>,
    account: Account,
    scene: string,
    model: string,
    createdAt = NOW,
  ): Promise<Asset> {
    const asset = await completedAsset(deps, account, { createdAt }, { fingerprint: fingerprintOf(scene, model) });
    await files.put(asset.id, 'original', Buffer.from(scene));
    return asset;
  }

  /** As the command does, or a start after the last process with another model is gone. */
  async function wanting(model: string, files = memoryFiles()) {
    const service = serviceWith(model, files);
    await service.deps.fingerprints.wantModel(model);
    return service;
  }

  const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

  test('every picture of another model gets vectors of this one, and searches read them', async () => {
    const service = await wanting('new-model/1');
    const account = await registerAccount(service.deps);
    const assets = [];
    for (const scene of ['ash', 'birch', 'cedar']) assets.push(await stored(service, account, scene, 'old-model/1'));
    const scope = { organizationIds: [account.organizationId], ownOnly: true } as const;
    const query = fingerprintOf('birch', 'new-model/1');
    await embedAgain(service.deps);
    for (const [i, scene] of ['ash', 'birch', 'cedar'].entries()) {
      const vectors = await service.deps.assets.fingerprintVectors(assets[i]?.id as string);
      expect(vectors?.model).toBe('new-model/1');
      expect(vectors?.embedding768).toEqual(fingerprintOf(scene, 'new-model/1').embedding768);
    }
    const [nearest] = await service.deps.assets.nearest(query, 1, scope);
    expect(nearest).toMatchObject({ assetId: assets[1]?.id, model: 'new-model/1' });
    service.looks.length = 0;
    await embedAgain(service.deps);
    expect(service.looks).toEqual([]);
  });

  test('a run that was stopped goes on where it stopped', async () => {
    const service = await wanting('resumed-model/1');
    const account = await registerAccount(service.deps);
    for (let i = 0; i < 4; i++) await stored(service, account, `tree ${i}`, 'old-model/1');
    // Other tests of this database left pictures of other models behind.
    const all = await service.deps.fingerprints.countOutdated('resumed-model/1');
    expect(all).toBeGreaterThanOrEqual(4);
    let begun = 0;
    const first = await embedAgain(service.deps, () => begun++ >= 2);
    expect(first).toMatchObject({ interrupted: true });
    expect(first.embedded).toBeLessThanOrEqual(2);
    const second = await embedAgain(service.deps);
    expect(second.interrupted).toBe(false);
    expect(new Set(service.looks).size).toBe(service.looks.length);
    const unreadable = first.unreadable.length + second.unreadable.length;
    expect(await service.deps.fingerprints.countOutdated('resumed-model/1')).toBe(unreadable);
  });

  test('a busy engine ends the run, and nothing is lost', async () => {
    const service = await wanting('busy-model/1');
    const account = await registerAccount(service.deps);
    const asset = await stored(service, account, 'oak', 'old-model/1');
    service.state.busy = true;
    expect(await embedAgain(service.deps)).toMatchObject({ embedded: 0 });
    expect((await service.deps.assets.fingerprintVectors(asset.id))?.model).toBe('old-model/1');
  });

  test('a picture whose original is gone keeps its old vectors and is told of', async () => {
    const service = await wanting('gone-model/1');
    const account = await registerAccount(service.deps);
    const asset = await stored(service, account, 'elm', 'old-model/1');
    await service.files.remove(asset.id, 'original');
    const { unreadable } = await embedAgain(service.deps);
    expect(unreadable).toContain(asset.id);
    expect((await service.deps.assets.fingerprintVectors(asset.id))?.model).toBe('old-model/1');
  });

  test('a pair that is alike is stored once, from the later to the earlier', async () => {
    const service = serviceWith('pair-model/1');
    const account = await registerAccount(service.deps);
    const copy = await stored(service, account, 'fir', 'pair-model/1', later(5));
    const original = await stored(service, account, 'fir', 'pair-model/1', later(1));
    const stranger = await stored(service, account, 'yew', 'pair-model/1', later(2));
    await stored(service, await registerAccount(service.deps), 'fir', 'pair-model/1', later(3));
    expect(await findMatches(service.deps)).toBe(4);
    const [match, ...more] = await service.deps.fingerprints.matches(copy.id);
    expect(more).toEqual([]);
    expect(match).toMatchObject({ sourceAssetId: copy.id, targetAssetId: original.id, isMatch: true });
    expect(match?.similarity.average).toBeCloseTo(1, 3);
    expect(await service.deps.fingerprints.matches(original.id)).toEqual([match]);
    expect(await service.deps.fingerprints.matches(stranger.id)).toEqual([]);
    expect(await findMatches(service.deps)).toBe(0);
  });

  test('pictures that are alike and do not lie on each other are no match', async () => {
    const service = serviceWith('alike-model/1');
    const account = await registerAccount(service.deps);
    const one = await stored(service, account, 'lime', 'alike-model/1');
    await stored(service, account, 'lime', 'alike-model/1', later(1));
    service.state.liesOn = false;
    await findMatches(service.deps);
    expect(await service.deps.fingerprints.matches(one.id)).toMatchObject([{ isMatch: false }]);
  });

  test('the owner is told once of a new picture that lies on an earlier one, and not of those of long ago', async () => {
    const service = serviceWith('told-model/1');
    const account = await registerAccount(service.deps);
    const told = async () => {
      const rows = await database().read((queries) =>
        queries.select().from(outbox).where(eq(outbox.organizationId, account.organizationId)),
      );
      return rows.filter(({ event }) => event === 'asset.near_duplicate').map(({ data }) => data);
    };
    const first = await stored(service, account, 'oak', 'told-model/1');
    const second = await stored(service, account, 'oak', 'told-model/1', later(1));
    await findMatches(service.deps);
    expect(await told()).toMatchObject([{ asset_id: second.id, near_asset_id: first.id }]);
    // Looked at again, after their vectors were made anew.
    for (const { id } of [first, second])
      await service.deps.fingerprints.replace(id, fingerprintOf('oak', 'told-model/1'), NOW);
    await findMatches(service.deps);
    expect(await told()).toHaveLength(1);
    const past = (days: number) => new Date(NOW.getTime() - days * 86_400_000);
    for (const days of [3, 2]) await stored(service, account, 'rowan', 'told-model/1', past(days));
    await findMatches(service.deps);
    expect(await told()).toHaveLength(1);
  });

  test('a new model replaces the matches of the old one', async () => {
    const service = serviceWith('before-model/1');
    const account = await registerAccount(service.deps);
    const one = await stored(service, account, 'pine', 'before-model/1');
    const two = await stored(service, account, 'pine', 'before-model/1', later(1));
    await findMatches(service.deps);
    expect(await service.deps.fingerprints.matches(one.id)).toHaveLength(1);
    // To the new model the two are different things.
    await service.files.put(two.id, 'original', Buffer.from('spruce'));
    const renewed = await wanting('after-model/1', service.files);
    await embedAgain(renewed.deps);
    await findMatches(renewed.deps);
    expect(await renewed.deps.fingerprints.matches(one.id)).toEqual([]);
  });

  test('processes share what is to be embedded again: each picture is looked at once', async () => {
    const one = await wanting('shared-model/1');
    const two = serviceWith('shared-model/1', one.files);
    const account = await registerAccount(one.deps);
    for (let i = 0; i < 8; i++) await stored(one, account, `shared ${i}`, 'old-model/1');
    const runs = await Promise.all([embedAgain(one.deps), embedAgain(two.deps)]);
    const looks = [...one.looks, ...two.looks];
    expect(looks.toSorted()).toEqual(Array.from({ length: 8 }, (_, i) => `shared ${i}`));
    expect(runs.map(({ embedded }) => embedded).reduce((sum, embedded) => sum + embedded)).toBe(8);
    const matched = await Promise.all([findMatches(one.deps), findMatches(two.deps)]);
    expect(matched.reduce((sum, each) => sum + each)).toBe(8);
  });

  test('what a process took that died is taken by another once its lease has ended, and not before', async () => {
    const { deps, files } = await wanting('leased-model/1');
    const account = await registerAccount(deps);
    const asset = await stored({ deps, files } as never, account, 'leased', 'leased-model/1');
    const take = (ms: number) => deps.fingerprints.takeUnmatched('leased-model/1', 'new', ms);
    expect([await take(-1000), await take(60_000), await take(60_000)]).toEqual([asset.id, asset.id, null]);
    await deps.fingerprints.release(asset.id);
    expect(await take(60_000)).toBe(asset.id);
  });

  test('an original that cannot be read is tried again when somebody asks for it, or a day later', async () => {
    const service = await wanting('aside-model/1');
    const account = await registerAccount(service.deps);
    const asset = await stored(service, account, 'aside', 'old-model/1');
    await service.files.remove(asset.id, 'original');
    expect((await embedAgain(service.deps)).unreadable).toContain(asset.id);
    await service.files.put(asset.id, 'original', Buffer.from('aside'));
    expect(await embedAgain(service.deps)).toMatchObject({ embedded: 0, unreadable: [] });
    await service.deps.fingerprints.takeBackAside();
    expect(await embedAgain(service.deps)).toMatchObject({ embedded: 1 });
    expect((await service.deps.assets.fingerprintVectors(asset.id))?.model).toBe('aside-model/1');
  });

  test('processes with different models do not undo each other: pictures go to the one that is wanted', async () => {
    const old = await wanting('side-model/1');
    const fresh = serviceWith('side-model/2', old.files);
    const account = await registerAccount(old.deps);
    const asset = await stored(old, account, 'side', 'side-model/1');
    const modelOf = async () => (await old.deps.assets.fingerprintVectors(asset.id))?.model;
    expect(await embedAgain(fresh.deps)).toMatchObject({ embedded: 0, wanted: 'side-model/1' });
    expect(await modelOf()).toBe('side-model/1');
    // Nobody with the old one was seen for so long.
    const { wantedModel } = fresh.deps.fingerprints;
    expect(await wantedModel('side-model/2', 60_000)).toBe('side-model/1');
    expect(await wantedModel('side-model/2', -1000)).toBe('side-model/2');
    expect((await embedAgain(fresh.deps)).embedded).toBeGreaterThanOrEqual(1);
    expect(await embedAgain(old.deps)).toMatchObject({ embedded: 0, wanted: 'side-model/2' });
    expect(await modelOf()).toBe('side-model/2');
  });

  test('a picture that comes while others are embedded again is looked for before the next of them', async () => {
    const service = await wanting('busy-time/1');
    const account = await registerAccount(service.deps);
    for (let i = 0; i < 3; i++) await stored(service, account, `campaign ${i}`, 'old-model/1');
    const { examine } = service.deps.engine as unknown as { examine: (bytes: Uint8Array) => Promise<Examined> };
    let found = -1;
    let news: readonly Asset[] = [];
    const engine = {
      ...(service.deps.engine as object),
      examine: async (bytes: Uint8Array) => {
        if (news.length === 0)
          news = [
            await stored(service, account, 'news', 'busy-time/1'),
            await stored(service, account, 'news', 'busy-time/1'),
          ];
        else if (found < 0) found = (await service.deps.fingerprints.matches(news[0]?.id as string)).length;
        return examine(bytes);
      },
    };
    await fingerprintJob({ ...service.deps, engine: engine as never }, null, silentLog)(() => false);
    expect(service.looks).toHaveLength(3);
    expect(found).toBe(1);
  });

  test('no more are embedded again in a minute than may be, and new pictures are looked for all the same', async () => {
    const service = await wanting('slow-model/1');
    const account = await registerAccount(service.deps);
    for (let i = 0; i < 4; i++) await stored(service, account, `slow ${i}`, 'old-model/1');
    let elapsedMs = 0;
    const clock = { ...service.deps.clock, elapsedMs: () => elapsedMs };
    const run = fingerprintJob({ ...service.deps, clock }, 2, silentLog);
    const looksAfter = async (ms: number) => {
      elapsedMs += ms;
      await run(() => false);
      return service.looks.length;
    };
    expect([await looksAfter(0), await looksAfter(0), await looksAfter(15_000)]).toEqual([1, 1, 1]);
    expect([await looksAfter(15_000), await looksAfter(600_000)]).toEqual([2, 4]);
    const stopped = fingerprintJob({ ...service.deps, clock }, 0, silentLog);
    await stored(service, account, 'slow 5', 'old-model/1');
    const fresh = [
      await stored(service, account, 'quick', 'slow-model/1'),
      await stored(service, account, 'quick', 'slow-model/1'),
    ];
    await stopped(() => false);
    expect(service.looks).toHaveLength(4);
    expect(await service.deps.fingerprints.matches(fresh[0]?.id as string)).toHaveLength(1);
  });
});
