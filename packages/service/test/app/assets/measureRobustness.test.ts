import { randomUUID } from 'node:crypto';
import { AppError } from '@assay/core/errors';
import { expect, test } from 'vitest';
import { systemTimers } from '../../../src/adapters/runtime/timers.ts';
import { measureRobustness } from '../../../src/app/assets/measureRobustness.ts';
import type { Asset } from '../../../src/app/ports/assets/assets.ts';
import { DamagedFileError } from '../../../src/app/ports/assets/storage.ts';
import type { AttackOutcome } from '@assay/core/provenance/attackOutcomes';
import type { Trial } from '../../../src/app/ports/verify/engine.ts';
import { manualClock } from '../../fakes/manualClock.ts';
import { memoryFiles } from '../../fakes/memoryFiles.ts';
import { completedAsset, NOW, registerAccount, testRepositories } from '../../support/fixtures.ts';
import { describeOnEachEngine } from '../../support/testDatabase.ts';

const OUTCOMES: readonly AttackOutcome[] = [
  { attack: 'jpeg 75', survived: true },
  { attack: 'screenshot', survived: false },
  { attack: 'noisy', survived: true },
  { attack: 'blurred', survived: true },
];

describeOnEachEngine('robustness score', (database) => {
  function service(
    attack: (bytes: Uint8Array, original: Uint8Array | null) => Promise<Trial> = async (_, original) => ({
      outcomes: OUTCOMES,
      deltaE: original && 1.5,
    }),
  ) {
    const repositories = testRepositories(database());
    const attacked: string[] = [];
    const state = { idle: true, ending: false };
    const engine = {
      attack: (bytes: Uint8Array, original: Uint8Array | null, id: string) => {
        attacked.push(id);
        return attack(bytes, original);
      },
    };
    const deps = {
      ...repositories,
      files: memoryFiles(),
      engine: engine as never,
      timers: systemTimers,
      clock: manualClock(NOW),
      ids: { uuid: randomUUID },
      modelVersion: 'assay@test',
    };
    const machine = { isIdle: () => state.idle, isEnding: () => state.ending };
    return { deps, attacked, state, run: () => measureRobustness(deps, machine) };
  }

  async function delivered({ deps }: ReturnType<typeof service>): Promise<Asset> {
    const asset = await completedAsset(deps, await registerAccount(deps));
    await deps.files.put(asset.id, 'watermarked', Buffer.from('delivered'));
    await deps.files.put(asset.id, 'original', Buffer.from('original'));
    return asset;
  }
  const scoreOf = async ({ deps }: ReturnType<typeof service>, { id }: Asset) =>
    (await deps.assets.findAny(id))?.watermark?.robustnessScore;
  const stepsOf = async ({ deps }: ReturnType<typeof service>, { id }: Asset) =>
    (await deps.provenance.ofAsset(id)).filter(({ action }) => action === 'robustness_measured');

  test('what the marks survive is measured once behind the upload, with each attack in the history', async () => {
    const one = service();
    const asset = await delivered(one);
    const { updatedAt } = (await one.deps.assets.findAny(asset.id)) as Asset;
    await one.run();
    expect(await scoreOf(one, asset)).toBe(0.75);
    expect(await stepsOf(one, asset)).toMatchObject([
      {
        actorKind: 'service',
        details: { content_hash: asset.watermarkedContentHash, attacks: OUTCOMES, delta_e: 1.5 },
      },
    ]);
    expect((await one.deps.assets.findAny(asset.id))?.watermark?.deltaE).toBe(1.5);
    // Nothing that a person changes has changed: whoever holds its entity tag may still send it.
    expect((await one.deps.assets.findAny(asset.id))?.updatedAt).toEqual(updatedAt);
    one.attacked.length = 0;
    await one.run();
    expect(one.attacked).not.toContain(asset.id);
  });

  test('nothing is measured while the machine has other work, and the rest waits while the engine is busy', async () => {
    const one = service(() => Promise.reject(new AppError('SERVICE_UNAVAILABLE', 'busy')));
    const asset = await delivered(one);
    await delivered(one);
    one.state.idle = false;
    await one.run();
    expect(one.attacked).toEqual([]);
    one.state.idle = true;
    await one.run();
    expect(one.attacked).toHaveLength(1);
    expect(await scoreOf(one, asset)).toBeNull();
  });

  test('another file that was delivered meanwhile, and a deleted asset, get no score of the old one', async () => {
    const one = service();
    const asset = await delivered(one);
    const old = { id: asset.id, watermarkedContentHash: '0'.repeat(64) };
    const score = { score: 1, deltaE: null };
    expect(await one.deps.robustnessScores.put(old, score, NOW, [])).toBe(false);
    expect(await one.deps.robustnessScores.put({ ...old, id: randomUUID() }, score, NOW, [])).toBe(false);
    expect(await scoreOf(one, asset)).toBeNull();
  });

  test('a missing or damaged file is left, and does not keep the next one from its score', async () => {
    const one = service(async (bytes) => {
      if (Buffer.from(bytes).toString() === 'broken') throw new AppError('INVALID_FILE_TYPE', 'broken');
      return { outcomes: OUTCOMES, deltaE: null };
    });
    const broken = await delivered(one);
    await one.deps.files.put(broken.id, 'watermarked', Buffer.from('broken'));
    const whole = await delivered(one);
    await one.run();
    expect([await scoreOf(one, broken), await scoreOf(one, whole)]).toEqual([null, 0.75]);
  });

  test('beside a damaged original the delivered file has its score, and how it looks stays open', async () => {
    const one = service();
    const asset = await delivered(one);
    const { read } = one.deps.files;
    one.deps.files.read = (id, variant) =>
      variant === 'original' ? Promise.reject(new DamagedFileError('damaged')) : read(id, variant);
    await one.run();
    const { watermark } = (await one.deps.assets.findAny(asset.id)) as Asset;
    expect([watermark?.robustnessScore, watermark?.deltaE]).toEqual([0.75, null]);
  });

  test('a process that ends gives up what runs', async () => {
    const one = service(() => new Promise(() => {}));
    await delivered(one);
    const running = one.run();
    one.state.ending = true;
    expect(await running).toBe(0);
  });
});
