import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { deferredVerifications as table } from '../../../../src/adapters/db/schema/verifications.ts';
import type { DeferredRequest, DeferredVerification } from '../../../../src/app/ports/verify/deferredVerifications.ts';
import { NO_ORIGIN } from '../../../../src/app/ports/runtime/traces.ts';
import { loggedEntry } from '../../../support/disputed.ts';
import { type Account, ENDED, LEASE, NOW, registerAccount, testRepositories } from '../../../support/fixtures.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';

/** Another process. */
const OTHER = { ...LEASE, owner: 'other' };
const TOMORROW = new Date(NOW.getTime() + 24 * 60 * 60 * 1000);
const PICTURE = new TextEncoder().encode('a picture that nobody else may see');
const FAILED = { failure: { code: 'INVALID_FILE_TYPE', detail: 'Not a picture.' }, expiresAt: TOMORROW } as const;

describeOnEachEngine('deferred verifications', (database) => {
  const repositories = () => testRepositories(database());
  const deferredOf = ({ user, organizationId }: Account): DeferredVerification => ({
    id: randomUUID(),
    userId: user.id,
    organizationId,
    failure: null,
    createdAt: NOW,
    expiresAt: TOMORROW,
  });
  const requestOf = ({ organizationId }: Account): DeferredRequest => ({
    apiKeyId: null,
    requester: { ip: '203.0.113.7', userAgent: 'curl', organizationId: null },
    isKept: false,
    mapSideMax: 1024,
    threshold: 0.9,
    taken: { consumer: { kind: 'organization', organizationId }, day: '2026-11-20' },
    origin: NO_ORIGIN,
  });
  const add = (account: Account, lease = LEASE, inBulk = false) =>
    repositories().deferredVerifications.add({ ...deferredOf(account), inBulk }, requestOf(account), PICTURE, lease);
  const givingBack = (account: Account) => () => repositories().quotas.giveBack(requestOf(account).taken, 1);
  const rowOf = async (id: string) => {
    const [row] = await database().read((queries) => queries.select().from(table).where(eq(table.id, id)));
    return row;
  };
  const logOf = (account: Account, id: string) => {
    const { user, organizationId } = account;
    return repositories().verifications.log({ ...loggedEntry({ userId: user.id, organizationId }), id }, []);
  };

  test('are kept with what was asked and the picture, which nobody reads in the table', async () => {
    const account = await registerAccount(repositories());
    const { deferredVerifications } = repositories();
    const { deferred, lease } = await add(account, ENDED);
    expect(await deferredVerifications.find(deferred.id)).toEqual(deferred);
    const row = await rowOf(deferred.id);
    expect(Buffer.from(row?.pictureSealed ?? []).includes(Buffer.from(PICTURE.subarray(0, 8)))).toBe(false);
    const taken = await deferredVerifications.takeStranded(OTHER);
    expect(taken).toMatchObject({ deferred, request: requestOf(account), attempts: 1, lease: { number: 2 } });
    expect(await deferredVerifications.picture(taken!.lease)).toEqual(PICTURE);
    expect(await deferredVerifications.picture(lease)).toBeNull();
    await deferredVerifications.ending(taken!.lease, 'judged', () => logOf(account, deferred.id));
  });

  test('the result and the end of the row are one: a former holder that comes back logs nothing', async () => {
    const account = await registerAccount(repositories());
    const { deferredVerifications, verifications } = repositories();
    const { deferred, lease: former } = await add(account, ENDED);
    const taken = await deferredVerifications.takeStranded(OTHER);
    const late = () => deferredVerifications.ending(former, 'judged', () => logOf(account, deferred.id));
    await expect(late()).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await verifications.find(deferred.id)).toBeNull();
    expect(await deferredVerifications.renew(former, 1000)).toBe(false);
    await deferredVerifications.ending(taken!.lease, 'judged', () => logOf(account, deferred.id));
    expect(await verifications.find(deferred.id)).not.toBeNull();
    expect(await deferredVerifications.find(deferred.id)).toBeNull();
    await expect(late()).rejects.toThrow();
  });

  test('a failure stays until its day is over, without the picture and what was asked', async () => {
    const account = await registerAccount(repositories());
    const { deferredVerifications } = repositories();
    const { deferred, lease } = await add(account);
    await deferredVerifications.ending(lease, FAILED, givingBack(account));
    expect(await deferredVerifications.find(deferred.id)).toEqual({ ...deferred, failure: FAILED.failure });
    expect(await rowOf(deferred.id)).toMatchObject({ pictureSealed: null, request: null, leaseOwner: null });
    expect(await deferredVerifications.takeStranded(OTHER)).toBeNull();
    await deferredVerifications.forgetExpired(NOW, 1000);
    expect(await deferredVerifications.find(deferred.id)).not.toBeNull();
    await deferredVerifications.forgetExpired(TOMORROW, 1000);
    expect(await deferredVerifications.find(deferred.id)).toBeNull();
  });

  describe('who works on one', () => {
    test('is left alone while it renews, and let go of it is taken by the next; neither counts as a death', async () => {
      const account = await registerAccount(repositories());
      const { deferredVerifications } = repositories();
      const { deferred, lease } = await add(account, ENDED);
      expect(await deferredVerifications.renew(lease, 600_000)).toBe(true);
      expect(await deferredVerifications.takeStranded(OTHER)).toBeNull();
      await deferredVerifications.release(lease, 600_000);
      expect(await deferredVerifications.takeStranded(OTHER)).toBeNull();
      await deferredVerifications.release({ ...lease, owner: 'nobody' }, 0);
      await database().write(async (transaction) => {
        await transaction.update(table).set({ leaseUntil: NOW }).where(eq(table.id, deferred.id));
      });
      const taken = await deferredVerifications.takeStranded(OTHER);
      expect(taken).toMatchObject({ attempts: 0 });
      await deferredVerifications.releaseAll(OTHER.owner);
      const again = await deferredVerifications.takeStranded(LEASE);
      expect(again).toMatchObject({ attempts: 0, lease: { number: 3 } });
      await deferredVerifications.ending(again!.lease, FAILED, givingBack(account));
    });

    test('and dies is counted; who only lost the lease takes the count back', async () => {
      const account = await registerAccount(repositories());
      const { deferredVerifications } = repositories();
      const { deferred, lease: former } = await add(account, ENDED);
      expect(await deferredVerifications.takeStranded({ ...ENDED, owner: 'second' })).toMatchObject({ attempts: 1 });
      const third = await deferredVerifications.takeStranded(OTHER);
      expect(third).toMatchObject({ attempts: 2 });
      await deferredVerifications.release(former, 0);
      expect(await rowOf(deferred.id)).toMatchObject({ attempts: 1, leaseOwner: OTHER.owner });
      await deferredVerifications.endLeases();
      // Its own: it lives, and could not reach the database meanwhile.
      const same = await deferredVerifications.takeStranded(OTHER);
      expect(same).toMatchObject({ attempts: 1 });
      await deferredVerifications.ending(same!.lease, FAILED, givingBack(account));
    });

    test('takes what people ask before what programs left there for their organization, and holds up no other’s', async () => {
      const { deferredVerifications, quotas } = repositories();
      const [ours, theirs] = [await registerAccount(repositories()), await registerAccount(repositories())];
      const waiting = async (account: Account, inBulk: boolean, ms: number) =>
        (await add(account, { ...ENDED, ms }, inBulk)).deferred.id;
      const bulk = [await waiting(ours, true, -9000), await waiting(ours, true, -8000)];
      const people = [await waiting(ours, false, -2000), await waiting(ours, false, -1000)];
      const other = await waiting(theirs, true, -9500);
      const turns: string[] = [];
      for (let look = 0; look < 5; look++) {
        const { deferred, lease, request } = (await deferredVerifications.takeStranded(OTHER))!;
        turns.push(deferred.id);
        await deferredVerifications.ending(lease, FAILED, () => quotas.giveBack(request.taken, 1));
      }
      expect(turns.filter((id) => id !== other)).toEqual([...people, ...bulk]);
      expect(turns).toContain(other);
    });

    test('takes those of organizations in turns', async () => {
      const { deferredVerifications } = repositories();
      const [greedy, small] = [await registerAccount(repositories()), await registerAccount(repositories())];
      for (let i = 0; i < 40; i++) await add(greedy, ENDED);
      await add(small, ENDED);
      let before = 0;
      for (;;) {
        const taken = await deferredVerifications.takeStranded(OTHER);
        if (taken?.deferred.organizationId === small.organizationId) break;
        before += 1;
      }
      // Either organization is as likely each time: one in a million runs has twenty of the greedy one first.
      expect(before).toBeLessThan(20);
    });
  });
});
