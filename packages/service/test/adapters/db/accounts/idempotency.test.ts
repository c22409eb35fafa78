import { createHash, randomUUID } from 'node:crypto';
import { inArray, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { idempotencyKeys } from '../../../../src/adapters/db/schema/access.ts';
import type { SavedAnswer } from '../../../../src/app/ports/runtime/idempotency.ts';
import { manualClock } from '../../../fakes/manualClock.ts';
import { memoryIdempotentAnswers } from '../../../fakes/memoryIdempotentAnswers.ts';
import { testRepositories } from '../../../support/fixtures.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';

const SECRET = 'assay_pk_live_shown_once';
const ANSWER: SavedAnswer = {
  status: 201,
  headers: { location: '/v1/api-keys/1' },
  body: Buffer.from(JSON.stringify({ key: SECRET })),
};

describeOnEachEngine('remembered answers', (database) => {
  test.each(['database', 'fake'] as const)(
    'of many at once one is first; then the answer, then nothing (%s)',
    async (kind) => {
      const clock = manualClock();
      const answers =
        kind === 'fake' ? memoryIdempotentAnswers(clock) : testRepositories(database(), { clock }).idempotentAnswers;
      /** Leases end by the clock of the database, which nobody sets: the row is made older instead. */
      const pass = async (ms: number): Promise<void> => {
        clock.advance(ms);
        const older = sql`update idempotency_keys set lease_until = lease_until - ${ms}::integer * interval '1 millisecond'`;
        if (kind === 'database') await database().write((transaction) => transaction.execute(older));
      };
      const tomorrow = new Date(clock.now().getTime() + 24 * 60 * 60 * 1000);
      const slot = { principal: 'user:1', route: 'POST /v1/api-keys', key: randomUUID() };
      const begin = (fingerprint = 'a'.repeat(64), other = {}) =>
        answers.begin({ ...slot, ...other }, fingerprint, 30_000, tomorrow);

      const states = await Promise.all(Array.from({ length: 8 }, () => begin()));
      expect(states.filter(({ state }) => state === 'first')).toHaveLength(1);
      expect(states.filter(({ state }) => state === 'running')).toHaveLength(7);
      expect(await begin('b'.repeat(64))).toEqual({ state: 'reused' });
      for (const other of [{ principal: 'user:2' }, { route: 'POST /v1/webhooks' }, { key: randomUUID() }])
        expect(await begin(undefined, other)).toMatchObject({ state: 'first', made: null });

      await pass(20_000);
      await answers.renew(slot, 1, 30_000);
      await pass(20_000);
      expect(await begin()).toEqual({ state: 'running' });
      await pass(10_001);
      expect(await begin()).toMatchObject({ state: 'first', made: null });

      await answers.save(slot, 2, ANSWER);
      const done = await begin();
      expect(done).toMatchObject({ state: 'done', answer: { status: 201, headers: ANSWER.headers } });
      expect(done.state === 'done' && Buffer.from(done.answer.body).toString()).toContain(SECRET);
      clock.advance(24 * 60 * 60 * 1000);
      await answers.forgetExpired(clock.now(), 1000);
      expect(await begin()).toMatchObject({ state: 'first', made: null });
      await answers.release(slot, 1);
      expect(await answers.isKnown(slot)).toBe(false);
      expect(await begin('b'.repeat(64))).toMatchObject({ state: 'first', made: null });
    },
  );

  test.each(['database', 'fake'] as const)(
    'a try that hung until a later one began answers, frees and renews nothing, and never has its number again (%s)',
    async (kind) => {
      const clock = manualClock();
      const answers =
        kind === 'fake' ? memoryIdempotentAnswers(clock) : testRepositories(database(), { clock }).idempotentAnswers;
      const later = new Date('2099-01-01T00:00:00Z');
      const slot = { principal: 'user:1', route: 'POST /v1/verify', key: randomUUID() };
      const begin = (fingerprint = 'a', leaseMs = 30_000) => answers.begin(slot, fingerprint, leaseMs, later);
      expect(await begin('a', -1)).toMatchObject({ state: 'first', attempt: 1 });
      expect(await begin()).toMatchObject({ state: 'first', attempt: 2 });

      await answers.save(slot, 1, { ...ANSWER, status: 409 });
      await answers.release(slot, 1);
      await answers.renew(slot, 1, -1);
      expect(await begin()).toEqual({ state: 'running' });

      await answers.release(slot, 2);
      expect(await answers.isKnown(slot)).toBe(false);
      expect(await begin('b')).toMatchObject({ state: 'first', attempt: 3 });
      const write = () => database().write((transaction) => transaction.execute(sql`select 1`));
      await expect(answers.making(slot, 1, { id: '1' }, write)).rejects.toMatchObject({
        code: 'IDEMPOTENCY_IN_PROGRESS',
      });
      await answers.save(slot, 3, ANSWER);
      await answers.save(slot, 3, { ...ANSWER, status: 503 });
      expect(await begin('b')).toMatchObject({ state: 'done', answer: { status: 201 } });
      expect(await begin('a')).toEqual({ state: 'reused' });
    },
  );

  test('a process whose clock is ahead takes over nothing that is at work, and holds nothing for longer', async () => {
    const [right, ahead] = [0, 600_000].map((ms) => {
      const clock = manualClock();
      clock.advance(ms);
      return testRepositories(database(), { clock }).idempotentAnswers;
    });
    const later = new Date('2099-01-01T00:00:00Z');
    const slotOf = (key: string) => ({ principal: 'user:1', route: 'POST /v1/assets', key });
    const [one, other] = [slotOf(randomUUID()), slotOf(randomUUID())];
    expect(await right!.begin(one, 'a', 30_000, later)).toMatchObject({ state: 'first' });
    expect(await ahead!.begin(one, 'a', 30_000, later)).toEqual({ state: 'running' });
    // It died at once: whoever comes after its lease begins.
    expect(await ahead!.begin(other, 'a', -1, later)).toMatchObject({ state: 'first' });
    expect(await right!.begin(other, 'a', 30_000, later)).toMatchObject({ state: 'first', attempt: 2 });
  });

  test('what was asked is kept under the key of the service, and differently for each request that says it', async () => {
    const { idempotentAnswers } = testRepositories(database());
    const asked = createHash('sha256').update('{"password":"guessed"}').digest('hex');
    const later = new Date('2099-01-01T00:00:00Z');
    const slots = [1, 2].map((user) => ({
      principal: `user:${user}`,
      route: 'POST /v1/account/delete',
      key: randomUUID(),
    }));
    for (const slot of slots) await idempotentAnswers.begin(slot, asked, 30_000, later);
    const kept = await database().read((queries) =>
      queries
        .select({ fingerprint: idempotencyKeys.fingerprint })
        .from(idempotencyKeys)
        .where(
          inArray(
            idempotencyKeys.key,
            slots.map(({ key }) => key),
          ),
        ),
    );
    const fingerprints = kept.map(({ fingerprint }) => fingerprint);
    expect(new Set([...fingerprints, asked]).size).toBe(3);
    for (const slot of slots)
      expect(await idempotentAnswers.begin(slot, asked, 30_000, later)).toEqual({ state: 'running' });
  });

  test('what was saved is unreadable without the key of the service', async () => {
    const { idempotentAnswers } = testRepositories(database());
    const slot = { principal: 'user:1', route: 'POST /v1/api-keys', key: randomUUID() };
    const later = new Date('2099-01-01T00:00:00Z');
    await idempotentAnswers.begin(slot, 'a'.repeat(64), 60_000, later);
    await idempotentAnswers.save(slot, 1, ANSWER);
    const rows = await database().read((queries) =>
      queries.execute(
        sql`select encode(response_body, 'escape') as body from idempotency_keys where key = ${slot.key}`,
      ),
    );
    expect(rows.rows).toHaveLength(1);
    expect(JSON.stringify(rows.rows)).not.toContain(SECRET);
  });
});
