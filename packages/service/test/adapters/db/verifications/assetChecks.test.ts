import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { completedAsset, NOW, registerAccount, sha256, testRepositories } from '../../../support/fixtures.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';

describeOnEachEngine('checks of an asset by strangers', (database) => {
  const start = async () => {
    const repositories = testRepositories(database());
    const asset = await completedAsset(repositories, await registerAccount(repositories));
    const take = (text: string, checker = 'ip:192.0.2.1', fields = {}) =>
      repositories.assetChecks.take(
        { assetId: asset.id, checker, picture: sha256(text), isExact: false, at: NOW, ...fields },
        { perChecker: 3, inAll: 5 },
      );
    return { ...repositories, take };
  };

  test('of many different pictures at once exactly as many pass as may; a known one and a stored file always do', async () => {
    const { take } = await start();
    const counts = await Promise.all(Array.from({ length: 9 }, (_, i) => take(String(i))));
    const passed = counts.flatMap(({ allowed }, i) => (allowed ? [String(i)] : []));
    expect(passed).toHaveLength(3);
    expect(await take(passed[0] as string)).toMatchObject({ allowed: true, checks: 4, pictures: 3, checkers: 1 });
    expect(await take('stored', 'ip:192.0.2.1', { isExact: true })).toMatchObject({ allowed: true, pictures: 4 });
    const hour = new Date(NOW.getTime() + 60 * 60 * 1000);
    expect(await take('next', 'ip:192.0.2.1', { at: hour })).toMatchObject({ allowed: true, checks: 1 });
  });

  test('all checkers together are crowded beyond their limit, stored files apart; a deleted asset counts nothing', async () => {
    const { take } = await start();
    const crowded: boolean[] = [];
    for (let i = 0; i < 7; i++) crowded.push((await take(String(i), `user:${i}`)).isCrowded);
    expect(crowded).toEqual([false, false, false, false, false, true, true]);
    expect(await take('stored', 'user:8', { isExact: true })).toMatchObject({ isCrowded: false, checkers: 8 });
    expect(await take('gone', 'user:9', { assetId: randomUUID() })).toMatchObject({ allowed: true, checks: 0 });
  });

  test('they are forgotten', async () => {
    const { take, assetChecks } = await start();
    await take('one');
    await assetChecks.forgetBefore(new Date(NOW.getTime() + 1), 1000);
    expect(await take('one')).toMatchObject({ checks: 1 });
  });
});
