import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { NOW, registerAccount, testRepositories } from '../../../support/fixtures.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';

describeOnEachEngine('deferred verifications', (database) => {
  test('are found until the result is there or their day is over, with the failure they ended with', async () => {
    const repositories = testRepositories(database());
    const { deferredVerifications } = repositories;
    const { user } = await registerAccount(repositories);
    const tomorrow = new Date(NOW.getTime() + 24 * 60 * 60 * 1000);
    const deferred = (id: string) =>
      ({ id, userId: user.id, failure: null, leaseUntil: NOW, createdAt: NOW, expiresAt: tomorrow }) as const;
    const [kept, removed] = [deferred(randomUUID()), deferred(randomUUID())];
    for (const one of [kept, removed]) await deferredVerifications.add(one);
    expect(await deferredVerifications.find(kept.id)).toEqual(kept);
    const failure = { code: 'INVALID_FILE_TYPE', detail: 'Not a picture.' } as const;
    await deferredVerifications.fail(kept.id, failure);
    await deferredVerifications.remove(removed.id);
    await deferredVerifications.forgetExpired(NOW);
    expect(await deferredVerifications.find(kept.id)).toEqual({ ...kept, failure });
    expect(await deferredVerifications.find(removed.id)).toBeNull();
    await deferredVerifications.forgetExpired(tomorrow);
    expect(await deferredVerifications.find(kept.id)).toBeNull();
  });
});
