import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { NOW, registerAccount, testRepositories } from '../../support/fixtures.ts';
import { describeOnEachEngine } from '../../support/testDatabase.ts';

describeOnEachEngine('promised verifications', (database) => {
  test('are found until the result is there or their day is over, with the failure they ended with', async () => {
    const repositories = testRepositories(database());
    const { pendingVerifications } = repositories;
    const { user } = await registerAccount(repositories);
    const tomorrow = new Date(NOW.getTime() + 24 * 60 * 60 * 1000);
    const pending = (id: string) =>
      ({ id, userId: user.id, failure: null, leaseUntil: NOW, createdAt: NOW, expiresAt: tomorrow }) as const;
    const [kept, removed] = [pending(randomUUID()), pending(randomUUID())];
    for (const one of [kept, removed]) await pendingVerifications.add(one);
    expect(await pendingVerifications.find(kept.id)).toEqual(kept);
    const failure = { code: 'INVALID_FILE_TYPE', detail: 'Not a picture.' } as const;
    await pendingVerifications.fail(kept.id, failure);
    await pendingVerifications.remove(removed.id);
    await pendingVerifications.forgetExpired(NOW);
    expect(await pendingVerifications.find(kept.id)).toEqual({ ...kept, failure });
    expect(await pendingVerifications.find(removed.id)).toBeNull();
    await pendingVerifications.forgetExpired(tomorrow);
    expect(await pendingVerifications.find(kept.id)).toBeNull();
  });
});
