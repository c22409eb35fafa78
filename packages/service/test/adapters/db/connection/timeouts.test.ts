import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../../src/adapters/db/connection/open.ts';
import { createEmptyDatabase, whySkipped } from '../../../support/testDatabase.ts';

const OPEN_TIMEOUT_MS = 180_000;
const reason = whySkipped('postgresql');

describe.skipIf(reason !== null)(`what takes too long on PostgreSQL${reason === null ? '' : `; ${reason}`}`, () => {
  test(
    'a slow statement, a lock and an idle transaction end as 503 with a time to come back; migrations are exempt',
    async () => {
      const { url, remove } = await createEmptyDatabase();
      // So short that no migration would get through.
      const database = await openDatabase({
        url,
        timeouts: { statementMs: 150, lockMs: 50, idleInTransactionMs: 100 },
      });
      const other = await openDatabase({ url });
      const unavailable = { code: 'SERVICE_UNAVAILABLE', retryAfterS: 5 };
      try {
        await expect(database.read((queries) => queries.execute(sql`select pg_sleep(60)`))).rejects.toMatchObject(
          unavailable,
        );
        await other.write(async (holding) => {
          await holding.execute(sql`lock table users in access exclusive mode`);
          const waiting = database.read((queries) => queries.execute(sql`select 1 from users`));
          await expect(waiting).rejects.toMatchObject({ ...unavailable, message: expect.stringContaining('too long') });
        });
        const stalled = database.write(async (transaction) => {
          await transaction.execute(sql`select 1`);
          await other.read((queries) => queries.execute(sql`select pg_sleep(0.5)`));
          await transaction.execute(sql`select 1`);
        });
        await expect(stalled).rejects.toMatchObject(unavailable);
        // The connections that come next work.
        expect(await database.check()).toBe(true);
      } finally {
        await database.close();
        await other.close();
        await remove();
      }
    },
    OPEN_TIMEOUT_MS,
  );

  test(
    'no more connections are opened than was said; what comes beyond waits, is counted, and has its turn',
    async () => {
      const { url, remove } = await createEmptyDatabase();
      const database = await openDatabase({ url, connectionsMax: 2 });
      const sleep = () => database.read((queries) => queries.execute(sql`select pg_sleep(0.4)`));
      try {
        const all = Promise.all([sleep(), sleep(), sleep()]);
        await expect.poll(() => database.connections?.()).toEqual({ busy: 2, idle: 0, waiting: 1, max: 2 });
        await all;
        expect(database.connections?.()).toEqual({ busy: 0, idle: 2, waiting: 0, max: 2 });
        const other = await openDatabase({ url });
        const { rows } = await other
          .read((queries) =>
            queries.execute(sql`select count(*)::integer as open from pg_stat_activity
              where datname = current_database() and pid <> pg_backend_pid()`),
          )
          .finally(() => other.close());
        expect(rows).toEqual([{ open: 2 }]);
      } finally {
        await database.close();
        await remove();
      }
    },
    OPEN_TIMEOUT_MS,
  );
});
