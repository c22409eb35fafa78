import { type SQL, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { databaseNow, databaseNowPlus, noLaterThanNow } from '../../../../src/adapters/db/connection/databaseClock.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';

describeOnEachEngine('the clock of the database', (database) => {
  /** How often an instant as a column keeps it is still ahead of the clock: of a thousand that are taken one after the other. */
  const ahead = (instant: SQL): Promise<number> =>
    database().read(async (queries) => {
      const { rows } = await queries.execute<{ count: number }>(
        sql`select count(*)::integer as count from generate_series(1, 1000)
             where (${instant})::timestamp(3) with time zone > clock_timestamp()`,
      );
      return Number(rows[0]?.count);
    });

  // PostgreSQL rounds to the digits of a column; a mail was not sent then by who looked right after it was written.
  test('what is due now is due for whoever looks next', async () => {
    expect(await ahead(databaseNow())).toBe(0);
    expect(await ahead(databaseNowPlus(0))).toBe(0);
    expect(await ahead(noLaterThanNow(new Date(Date.now() + 60_000)))).toBe(0);
    expect(await ahead(databaseNowPlus(1_000))).toBe(1000);
  });
});
