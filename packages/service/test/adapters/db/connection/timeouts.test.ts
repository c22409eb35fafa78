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
});
