import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { dailyUses, quotaLimits } from '../../../../src/adapters/db/schema/quotas.ts';
import { manualClock } from '../../../fakes/manualClock.ts';
import { registerAccount, testRepositories } from '../../../support/fixtures.ts';
import { whySkipped, withTestDatabase } from '../../../support/testDatabase.ts';

/** The embedded database has one connection: there nobody waits for a row. */
const reason = whySkipped('postgresql');

function gate(): { readonly open: () => void; readonly opened: Promise<void> } {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), opened };
}

describe.skipIf(reason !== null)(
  `rows of quotas that uploads and verifications share${reason ? `; ${reason}` : ''}`,
  () => {
    const database = withTestDatabase('postgresql');

    const waitingForRows = async (): Promise<number> => {
      const { rows } = await database().read((queries) =>
        queries.execute<{ waiting: number }>(
          sql`select count(*)::integer as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        ),
      );
      return rows[0]?.waiting ?? 0;
    };

    test.each(['taken', 'given back'])(
      'verifications that are %s wait for the month of an upload, and hold nothing that it needs next',
      async (change) => {
        const repositories = testRepositories(database(), { clock: manualClock() });
        const { quotas } = repositories;
        const { organizationId } = await registerAccount(repositories);
        const consumer = { kind: 'organization', organizationId } as const;
        const taken = await quotas.takeVerifications(consumer, 5);
        const [hasMonth, verificationWaits] = [gate(), gate()];
        const upload = database().write(async (transaction) => {
          await transaction
            .select()
            .from(quotaLimits)
            .where(eq(quotaLimits.organizationId, organizationId))
            .for('update');
          hasMonth.open();
          await verificationWaits.opened;
          const day = eq(dailyUses.principal, `org:${organizationId}`);
          await transaction.select().from(dailyUses).where(day).for('update', { noWait: true });
        });
        await hasMonth.opened;
        const verification = change === 'taken' ? quotas.takeVerifications(consumer, 1) : quotas.giveBack(taken, 1);
        await expect.poll(waitingForRows, { timeout: 30_000 }).toBe(1);
        verificationWaits.open();
        await upload;
        await verification;
        const { verificationsToday, current } = await quotas.usage(organizationId, {
          granularity: 'day',
          from: '2026-01-01',
          to: '2027-12-31',
        });
        const left = change === 'taken' ? 6 : 4;
        expect([verificationsToday, current.verificationsCount]).toEqual([left, left]);
      },
    );
  },
);
