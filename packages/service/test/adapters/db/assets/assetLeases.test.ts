import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditLog } from '../../../../src/adapters/db/schema/access.ts';
import { assets } from '../../../../src/adapters/db/schema/assets.ts';
import { outbox } from '../../../../src/adapters/db/schema/delivery.ts';
import type { OutboxEvent } from '../../../../src/app/ports/delivery/events.ts';
import {
  completedAsset,
  completionOf,
  ENDED,
  eventOf,
  LEASE,
  newAsset,
  NOW,
  registerAccount,
  testRepositories,
} from '../../../support/fixtures.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';

/** Another process. */
const OTHER = { ...LEASE, owner: 'other' };
const LATER = new Date(NOW.getTime() + 60_000);

describeOnEachEngine('who works on an asset', (database) => {
  const repositories = () => testRepositories(database());
  const isQueued = async ({ id }: OutboxEvent): Promise<boolean> => {
    const rows = await database().read((queries) => queries.select().from(outbox).where(eq(outbox.id, id)));
    return rows.length === 1;
  };

  test('takes what waits or whose lease has ended, the longest waiting first, each once; nothing that lives', async () => {
    const account = await registerAccount(repositories());
    const { assets: repository } = repositories();
    const tracks = { a: true, b: false, c: false };
    const request = { tracks, strengths: {}, metadata: false, commit: true, attempts: 0 };
    const late = await repository.begin(newAsset(account), { ...ENDED, ms: -2000 });
    const later = await repository.begin(newAsset(account, { request }), { ...ENDED, ms: -9000 });
    const pending = await repository.begin(newAsset(account, { createdAt: new Date('2001-01-01') }), LEASE);
    await repository.release(pending.lease);
    expect((await repository.findAny(pending.asset.id))?.processingStatus).toBe('pending');
    const alive = await repository.begin(newAsset(account), LEASE);
    const taken = await repository.takeStranded(OTHER, 10);
    expect(taken.map(({ asset }) => asset.id)).toEqual([pending, later, late].map(({ asset }) => asset.id));
    expect(taken[1]?.request).toEqual({ ...request, attempts: 1 });
    expect(taken.map(({ asset }) => asset.processingStatus)).toEqual(['processing', 'processing', 'processing']);
    expect(await repository.takeStranded(OTHER, 10)).toEqual([]);
    const completed = await repository.complete(taken[0]!.lease, completionOf(), []);
    expect(completed).toMatchObject({ processingStatus: 'completed', filesNumber: 2 });
    expect((await repository.findAny(alive.asset.id))?.processingStatus).toBe('processing');
    await repository.discard(alive.lease);
  });

  test('organizations take turns: many uploads of one are not before the first of another', async () => {
    const { assets: repository } = repositories();
    const [greedy, small] = [await registerAccount(repositories()), await registerAccount(repositories())];
    const many = [];
    for (let i = 0; i < 5; i++) many.push(await repository.begin(newAsset(greedy), { ...ENDED, ms: -9000 + i }));
    const one = await repository.begin(newAsset(small), ENDED);
    const first = await repository.takeStranded(OTHER, 2);
    expect(new Set(first.map(({ asset }) => asset.id))).toEqual(new Set([many[0]?.asset.id, one.asset.id]));
    const rest = await repository.takeStranded(OTHER, 10);
    expect(rest.map(({ asset }) => asset.id)).toEqual(many.slice(1).map(({ asset }) => asset.id));
  });

  test('what people send is before what came in bulk for their organization, whoever takes it, and holds up no other’s', async () => {
    const { assets: repository } = repositories();
    const [ours, theirs] = [await registerAccount(repositories()), await registerAccount(repositories())];
    const begin = async (account: typeof ours, inBulk: boolean, ms: number) =>
      (await repository.begin(newAsset(account, { inBulk }), { ...ENDED, ms })).asset.id;
    const bulk = [await begin(ours, true, -9000), await begin(ours, true, -8000), await begin(ours, true, -7000)];
    const other = await begin(theirs, true, -9500);
    const people = [await begin(ours, false, -2000), await begin(ours, false, -1000)];
    const first = await repository.takeStranded(OTHER, 2);
    expect(first.map(({ asset }) => asset.id).toSorted()).toEqual([people[0], other].toSorted());
    // Two workers at a time, each of whose threads looks for itself.
    const taken = new Map<string, number>();
    for (let look = 0; look < 2; look++) {
      const both = [OTHER, { ...OTHER, owner: 'third' }].map((owner) => repository.takeStranded(owner, 1));
      for (const { asset, lease } of (await Promise.all(both)).flat()) {
        taken.set(asset.id, look);
        await repository.discard(lease);
      }
    }
    expect([people[1], ...bulk].map((id) => taken.get(id ?? ''))).toEqual([0, 0, 1, 1]);
    for (const { lease } of first) await repository.discard(lease);
  });

  test('a former holder that comes back writes nothing: not complete, not fail, not discard, not renew, not release', async () => {
    const account = await registerAccount(repositories());
    const { assets: repository } = repositories();
    const { asset, lease: former } = await repository.begin(newAsset(account), ENDED);
    const [taken] = await repository.takeStranded(OTHER, 1);
    const event = eventOf(account);
    await expect(repository.complete(former, completionOf(), [event])).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await repository.fail(former, 'late', LATER, [event])).toBe(false);
    expect(await repository.discard(former)).toBe(false);
    expect(await repository.renew(former, 1000)).toBe(false);
    await repository.release(former);
    expect(await isQueued(event)).toBe(false);
    expect((await repository.findAny(asset.id))?.processingStatus).toBe('processing');
    // The number decides also between two takings of one process.
    const same = { ...taken!.lease, number: former.number };
    await expect(repository.complete(same, completionOf(), [])).rejects.toMatchObject({ code: 'CONFLICT' });
    const delivered = completionOf();
    expect(await repository.complete(taken!.lease, delivered, [])).toMatchObject({
      watermarkedContentHash: delivered.watermarkedContentHash,
    });
  });

  test('who dies is counted; who lets go, or only lost the lease, is not, and nor is the taker itself', async () => {
    const account = await registerAccount(repositories());
    const { assets: repository } = repositories();
    const { asset, lease: former } = await repository.begin(newAsset(account), ENDED);
    const takes = async (owner: string, ms = -1000) => {
      const [held] = await repository.takeStranded({ owner, ms }, 1);
      expect(held?.asset.id).toBe(asset.id);
      return held!;
    };
    expect((await takes('second')).request.attempts).toBe(1);
    expect((await takes('second')).request.attempts).toBe(1);
    const third = await takes('third');
    expect(third.request.attempts).toBe(2);
    await repository.release(former);
    expect((await takes('third')).request.attempts).toBe(1);
    await repository.releaseAll('third');
    const last = await takes('fourth');
    expect(last.request.attempts).toBe(1);
    await repository.release(last.lease, 600_000);
    expect(await repository.takeStranded(OTHER, 1)).toEqual([]);
    expect((await repository.findAny(asset.id))?.processingStatus).toBe('pending');
    await database().write(async (transaction) => {
      await transaction.delete(assets).where(eq(assets.id, asset.id));
    });
  });

  test('a lease that is renewed is not taken; one that ended and that nobody took is its holder`s still', async () => {
    const account = await registerAccount(repositories());
    const { assets: repository } = repositories();
    const { lease } = await repository.begin(newAsset(account), ENDED);
    expect(await repository.renew(lease, 600_000)).toBe(true);
    expect(await repository.takeStranded(OTHER, 10)).toEqual([]);
    expect(await repository.renew(lease, -1000)).toBe(true);
    expect((await repository.complete(lease, completionOf(), [])).processingStatus).toBe('completed');
  });

  test('leases of a database that no other process can use end at once', async () => {
    const account = await registerAccount(repositories());
    const { assets: repository } = repositories();
    const { asset } = await repository.begin(newAsset(account), LEASE);
    await repository.endLeases();
    expect((await repository.takeStranded(OTHER, 1000)).map((held) => held.asset.id)).toContain(asset.id);
  });

  test('two processes share the work and take nothing twice', async () => {
    const account = await registerAccount(repositories());
    const { assets: repository } = repositories();
    for (let i = 0; i < 6; i++) await repository.begin(newAsset(account), ENDED);
    const rounds = await Promise.all([1, 2, 3].map(() => repository.takeStranded(OTHER, 2)));
    const rest = await repository.takeStranded(OTHER, 10);
    const ids = [...rounds.flat(), ...rest].map(({ asset }) => asset.id);
    expect(ids).toHaveLength(6);
    expect(new Set(ids).size).toBe(6);
  });

  test('uploads that failed long ago go, with an entry in the audit log; younger ones and all others stay', async () => {
    const account = await registerAccount(repositories());
    const { assets: repository } = repositories();
    const [old, young] = [
      await repository.begin(newAsset(account), LEASE),
      await repository.begin(newAsset(account), LEASE),
    ];
    await repository.fail(old.lease, 'broken', NOW, []);
    await repository.fail(young.lease, 'broken', LATER, []);
    const done = await completedAsset(repositories(), account);
    const before = new Date(NOW.getTime() + 1);
    const gone = { id: old.asset.id, organizationId: account.organizationId };
    expect(await repository.purgeFailed(before, LATER, 100)).toContainEqual(gone);
    expect(await repository.existing([old, young].map(({ asset }) => asset.id).concat(done.id))).toEqual(
      new Set([young.asset.id, done.id]),
    );
    const entries = await database().read((queries) =>
      queries.select().from(auditLog).where(eq(auditLog.targetId, old.asset.id)),
    );
    expect(entries).toMatchObject([
      { action: 'asset.purged', actorKind: 'system', details: { content_hash: old.asset.contentHash } },
    ]);
  });

  test('existing tells rows from leftovers', async () => {
    const account = await registerAccount(repositories());
    const asset = await completedAsset(repositories(), account);
    const gone = crypto.randomUUID();
    expect(await repositories().assets.existing([asset.id, gone])).toEqual(new Set([asset.id]));
    expect(await repositories().assets.existing([])).toEqual(new Set());
  });
});
