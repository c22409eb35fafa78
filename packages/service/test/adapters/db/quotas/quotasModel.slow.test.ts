import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { planLimitsWith } from '../../../../src/app/ports/accounts/planLimits.ts';
import type { Repositories } from '../../../../src/adapters/db/repositories.ts';
import type { TakenUnits } from '../../../../src/app/ports/accounts/quotas.ts';
import { type ManualClock, manualClock } from '../../../fakes/manualClock.ts';
import { registerAccount, testRepositories } from '../../../support/fixtures.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Takes all at once; what passed must fit, and what was refused must not have fitted beside what passed. */
const takeAtOnce = async (
  quotas: Repositories['quotas'],
  organizationId: string,
  units: readonly number[],
  left: number,
): Promise<{ taken: TakenUnits; units: number }[]> => {
  const outcomes = await Promise.allSettled(
    units.map((n) => quotas.takeVerifications({ kind: 'organization', organizationId }, n)),
  );
  const passed = outcomes.flatMap((outcome, i) =>
    outcome.status === 'fulfilled' ? [{ taken: outcome.value, units: units[i] as number }] : [],
  );
  const sum = passed.reduce((total, one) => total + one.units, 0);
  expect(sum).toBeLessThanOrEqual(left);
  outcomes.forEach((outcome, i) => {
    if (outcome.status === 'rejected') expect((units[i] as number) + sum).toBeGreaterThan(left);
  });
  return passed;
};

describeOnEachEngine('quotas against a model', (database) => {
  type Command =
    | { readonly kind: 'take'; readonly units: readonly number[] }
    | { readonly kind: 'giveBack'; readonly pick: number }
    | { readonly kind: 'sleep'; readonly days: number };
  const command: fc.Arbitrary<Command> = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('take' as const),
        units: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('giveBack' as const), pick: fc.nat() }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('sleep' as const), days: fc.integer({ min: 1, max: 20 }) }),
    },
  );

  test('whatever is taken, given back and waited for, the counts are those of the model', async () => {
    const clock: ManualClock = manualClock();
    const planLimits = planLimitsWith({ freeVerificationsPerDay: 6, freeUploadsPerMonth: 1 });
    const repositories = testRepositories(database(), {
      clock,
      planLimits,
      enforceQuotas: true,
      ids: { uuid: randomUUID },
    });
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 3, maxLength: 12 }), async (commands) => {
        const { organizationId } = await registerAccount(repositories);
        const perDay = new Map<string, number>();
        const held: { taken: TakenUnits; units: number }[] = [];
        for (const one of commands) {
          const today = clock.now().toISOString().slice(0, 10);
          if (one.kind === 'sleep') clock.advance(one.days * DAY_MS);
          else if (one.kind === 'take') {
            const used = perDay.get(today) ?? 0;
            const passed = await takeAtOnce(repositories.quotas, organizationId, one.units, 6 - used);
            perDay.set(today, used + passed.reduce((sum, { units }) => sum + units, 0));
            held.push(...passed);
          } else if (held.length > 0) {
            const [back] = held.splice(one.pick % held.length, 1);
            if (!back) continue;
            await repositories.quotas.giveBack(back.taken, back.units);
            perDay.set(back.taken.day, (perDay.get(back.taken.day) ?? 0) - back.units);
          }
        }
        const range = { from: '2026-01-01', to: '2099-12-31' };
        const { history } = await repositories.quotas.usage(organizationId, { ...range, granularity: 'day' });
        const shown = history.map(({ period, verificationsCount }) => [period, verificationsCount]);
        expect(shown.filter(([, n]) => n !== 0)).toEqual([...perDay].filter(([, n]) => n !== 0).sort());
        const months = await repositories.quotas.usage(organizationId, { ...range, granularity: 'month' });
        const total = [...perDay.values()].reduce((sum, n) => sum + n, 0);
        expect(months.history.reduce((sum, { verificationsCount }) => sum + verificationsCount, 0)).toBe(total);
      }),
      { numRuns: 25, seed: 20261120 },
    );
  }, 60_000);
});
