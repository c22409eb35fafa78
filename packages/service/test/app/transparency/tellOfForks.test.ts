import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { outbox } from '../../../src/adapters/db/schema/delivery.ts';
import { createForkNotices } from '../../../src/adapters/db/transparency/forkNotices.ts';
import { createLogCondition, watched } from '../../../src/app/transparency/logCondition.ts';
import { LogForked } from '../../../src/app/transparency/logForked.ts';
import { tellOfForks } from '../../../src/app/transparency/tellOfForks.ts';
import { manualClock } from '../../fakes/manualClock.ts';
import { registerAccount, testRepositories } from '../../support/fixtures.ts';
import { describeOnEachEngine } from '../../support/testDatabase.ts';

const HOUR_MS = 3_600_000;
const FINDING =
  'The transparency log has signed 4 entries (the store of pictures), but the database holds 2: it was set back.';
const EVERYTHING = { page: 1, pageSize: 100 };

test('/health shows it until a run ends well, and the operator is told once', async () => {
  const condition = createLogCondition();
  const told: LogForked[] = [];
  let fails: Error | null = new LogForked(FINDING);
  const run = watched(
    condition,
    'publish',
    (fork) => told.push(fork),
    async () => {
      if (fails) throw fails;
    },
  );
  for (const _ of [1, 2, 3]) await expect(run()).rejects.toThrow('it was set back. Nothing is signed until');
  expect([condition.forks(), condition.problems().length, told.length]).toEqual([[FINDING], 1, 1]);
  fails = new Error('no connection');
  await expect(run()).rejects.toThrow('no connection');
  expect(condition.forks()).toEqual([FINDING]);
  fails = null;
  await run();
  expect([condition.forks(), condition.problems()]).toEqual([[], []]);
});

describeOnEachEngine('a fork', (database) => {
  test('organizations with commitments or webhooks hear of it, once a day while it lasts', async () => {
    const clock = manualClock();
    const repositories = testRepositories(database(), { clock });
    const ids = { uuid: () => crypto.randomUUID() };
    const [listener, silent] = [await registerAccount(repositories), await registerAccount(repositories)];
    const { organizationId } = listener;
    await repositories.webhooks.create(
      {
        id: ids.uuid(),
        organizationId,
        url: 'https://hooks.example.org/',
        description: null,
        events: ['transparency_log.forked'],
        active: true,
        createdBy: listener.user.id,
        createdAt: clock.now(),
      },
      20,
    );
    const condition = createLogCondition();
    const transparencyLog = { identity: async () => ({ origin: 'log.example/test' }) as never };
    const deps = {
      ...repositories,
      clock,
      ids,
      condition,
      transparencyLog,
      forkNotices: createForkNotices(database()),
    };
    const heard = async (id: string) => {
      const { items } = await repositories.organizations.auditLog(id, EVERYTHING);
      const sent = await database().read((queries) =>
        queries
          .select({ data: outbox.data })
          .from(outbox)
          .where(and(eq(outbox.organizationId, id), eq(outbox.event, 'transparency_log.forked'))),
      );
      return { audit: items.filter(({ action }) => action === 'transparency_log.forked'), sent };
    };
    await tellOfForks(deps);
    expect(await heard(organizationId)).toEqual({ audit: [], sent: [] });

    condition.report('publish', new LogForked(FINDING));
    await tellOfForks(deps);
    clock.advance(HOUR_MS);
    await tellOfForks(deps);
    const details = { origin: 'log.example/test', finding: FINDING };
    expect(await heard(organizationId)).toMatchObject({
      audit: [{ actorKind: 'system', details }],
      sent: [{ data: details }],
    });
    expect(await heard(silent.organizationId)).toEqual({ audit: [], sent: [] });
    clock.advance(24 * HOUR_MS);
    await tellOfForks(deps);
    expect((await heard(organizationId)).sent).toHaveLength(2);
  });
});
