/** Verifications counted by day and month, and what was used. @module */
import { AppError } from '@assay/core/errors';
import { and, asc, between, count, eq, gt, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { Consumer, Quotas, Usage, UsageOfPeriod, UsageQuery } from '../../../app/ports/accounts/quotas.ts';
import type { Database, Queries } from '../connection/database.ts';
import { deleteSome } from '../connection/deleteSome.ts';
import {
  addToMonth,
  adjustQuota,
  ensureQuotaRow,
  monthRow,
  ofMonth,
  principalOf,
  quotaExceeded,
  type QuotaSettings,
  statesOf,
  takeQuota,
} from './quota.ts';
import { type QuotaState, recordQuotaNotices } from './quotaNotices.ts';
import { dayOf, endOf } from './quotaPeriods.ts';
import { assets } from '../schema/assets.ts';
import { organizationLimits } from '../organizations/organizationLimits.ts';
import { dailyUses, quotaLimits, quotaNotices } from '../schema/quotas.ts';

export function createQuotas(database: Database, settings: QuotaSettings): Quotas {
  return {
    async takeVerifications(consumer, units) {
      const now = settings.clock.now();
      await database.write((transaction) => take(transaction, settings, consumer, units, now));
      return { consumer, day: dayOf(now) };
    },

    async assertVerificationsLeft(consumer) {
      const now = settings.clock.now();
      if (await database.read((queries) => isLeft(queries, settings, consumer, now))) return;
      await tried(database, (transaction) => take(transaction, settings, consumer, 1, now));
    },

    assertUploadsLeft: (organizationId) =>
      tried(database, (transaction) =>
        takeQuota(transaction, settings, organizationId, { uploads: 1, storageBytes: 0 }, settings.clock.now()),
      ),

    giveBack: ({ consumer, day }, units) =>
      database.write(async (transaction) => {
        if (consumer.kind === 'organization')
          await adjustQuota(transaction, consumer.organizationId, { verifications: -units }, new Date(day));
        await transaction
          .update(dailyUses)
          .set({ verifications: sql`greatest(0, ${dailyUses.verifications} - ${units}::integer)` })
          .where(and(eq(dailyUses.principal, principalOf(consumer)), eq(dailyUses.day, day)));
      }),

    usage: (organizationId, query) =>
      // A month without any use has no row yet.
      database.write((transaction) => usage(transaction, settings, organizationId, query)),

    forgetBefore: ({ addresses, organizations, notices }, limit) =>
      database.write(async (transaction) => {
        const { principal, day } = dailyUses;
        const { period } = quotaNotices;
        const ofAddresses = and(sql`${principal} like 'ip:%'`, lt(day, addresses));
        const ofOrganizations = and(sql`${principal} like 'org:%'`, lt(day, organizations));
        return Math.max(
          await deleteSome(transaction, dailyUses, ofAddresses, day, limit),
          await deleteSome(transaction, dailyUses, ofOrganizations, day, limit),
          await deleteSome(transaction, quotaNotices, lt(period, notices), period, limit),
        );
      }),
  };
}

/**
 * Whether the counts have room for one more, by reading alone: asked before every verification, and a try would hold the month's row
 * and write what it takes back. False where they are full, or not there yet.
 */
async function isLeft(queries: Queries, settings: QuotaSettings, consumer: Consumer, now: Date): Promise<boolean> {
  const principal = principalOf(consumer);
  if (consumer.kind === 'address')
    return (
      !settings.enforceQuotas ||
      (await usedToday(queries, principal, dayOf(now))) < settings.anonymousVerificationsPerDay
    );
  const limits = await organizationLimits(queries, settings.planLimits, consumer.organizationId);
  if (!settings.enforceQuotas) return true;
  const [used] = await queries
    .select({ month: quotaLimits.verificationsCount, today: dailyUses.verifications })
    .from(quotaLimits)
    .leftJoin(dailyUses, and(eq(dailyUses.principal, principal), eq(dailyUses.day, dayOf(now))))
    .where(ofMonth(consumer.organizationId, now));
  return (
    used !== undefined && used.month < limits.verificationsPerMonth && (used.today ?? 0) < limits.verificationsPerDay
  );
}

/** Ends a transaction that only tried. */
class LeftError extends Error {}

/** Counted and rolled back: the same rules and words, and nothing kept. */
const tried = (database: Database, count: (transaction: Queries) => Promise<void>): Promise<void> =>
  database
    .write(async (transaction): Promise<void> => {
      await count(transaction);
      throw new LeftError();
    })
    .catch((cause: unknown) => {
      if (!(cause instanceof LeftError)) throw cause;
    });

const take = (
  transaction: Queries,
  settings: QuotaSettings,
  consumer: Consumer,
  units: number,
  now: Date,
): Promise<void> =>
  consumer.kind === 'address'
    ? takeOfAddress(transaction, settings, consumer, units, now)
    : takeOfOrganization(transaction, settings, consumer.organizationId, units, now);

const usedToday = async (queries: Queries, principal: string, day: string): Promise<number> => {
  const [row] = await queries
    .select({ count: dailyUses.verifications })
    .from(dailyUses)
    .where(and(eq(dailyUses.principal, principal), eq(dailyUses.day, day)));
  return row?.count ?? 0;
};

/** The day's count with the units, or null if they do not fit: one statement, so that two cannot take the last one. */
async function addToDay(
  transaction: Queries,
  principal: string,
  { day, units, limit }: { readonly day: string; readonly units: number; readonly limit: number },
): Promise<number | null> {
  if (units > limit) return null;
  const [row] = await transaction
    .insert(dailyUses)
    .values({ principal, day, verifications: units })
    .onConflictDoUpdate({
      target: [dailyUses.principal, dailyUses.day],
      set: { verifications: sql`${dailyUses.verifications} + ${units}::integer` },
      setWhere: lte(sql`${dailyUses.verifications} + ${units}::integer`, limit),
    })
    .returning({ count: dailyUses.verifications });
  return row?.count ?? null;
}

/** Where nothing is refused, counting goes on as far as the column holds. */
const UNBOUNDED = 2 ** 31 - 1;

async function takeOfAddress(
  transaction: Queries,
  settings: QuotaSettings,
  consumer: Consumer,
  units: number,
  now: Date,
): Promise<void> {
  const limit = settings.enforceQuotas ? settings.anonymousVerificationsPerDay : UNBOUNDED;
  const day = dayOf(now);
  if ((await addToDay(transaction, principalOf(consumer), { day, units, limit })) !== null) return;
  const detail = `Without an account, at most ${limit} verifications a day come from one address. Log in for more, or come back tomorrow.`;
  const used = await usedToday(transaction, principalOf(consumer), day);
  throw new AppError('QUOTA_EXCEEDED', detail, {
    extra: { quota: 'verifications_per_day', limit, used, resets_at: endOf(day).toISOString() },
  });
}

async function takeOfOrganization(
  transaction: Queries,
  settings: QuotaSettings,
  organizationId: string,
  units: number,
  now: Date,
): Promise<void> {
  const limits = await ensureQuotaRow(transaction, settings, organizationId, now);
  const principal = principalOf({ kind: 'organization', organizationId });
  const day = dayOf(now);
  const limit = settings.enforceQuotas ? limits.verificationsPerDay : UNBOUNDED;
  const today: Omit<QuotaState, 'used'> = {
    organizationId,
    quota: 'verifications_per_day',
    period: day,
    limit,
    resetsAt: endOf(day),
  };
  const room = settings.enforceQuotas
    ? [lte(sql`${quotaLimits.verificationsCount} + ${units}::integer`, quotaLimits.verificationsLimit)]
    : [];
  // The month before the day, as uploads count: whoever holds the one row and waits for the other would wait for ever.
  const month = await addToMonth(transaction, organizationId, { verifications: units }, now, room);
  const used = month && (await addToDay(transaction, principal, { day, units, limit }));
  if (!month || used === null) {
    // A day that is used up is told before a month that is.
    const before = await usedToday(transaction, principal, day);
    const detail = `This needs ${units} of the ${limit} verifications a day; ${Math.max(0, limit - before)} are left.`;
    if (before + units > limit)
      throw quotaExceeded({ ...today, used: before }, detail, { limited_by: limits.dailyLimitedBy });
    const { verifications } = statesOf(await monthRow(transaction, organizationId, now));
    throw quotaExceeded(verifications, `This month's ${verifications.limit} verifications are used up.`);
  }
  if (settings.enforceQuotas)
    await recordQuotaNotices(transaction, settings, [{ ...today, used }, statesOf(month).verifications]);
}

async function usage(
  transaction: Queries,
  settings: QuotaSettings,
  organizationId: string,
  query: UsageQuery,
): Promise<Usage> {
  const now = settings.clock.now();
  const limits = await ensureQuotaRow(transaction, settings, organizationId, now);
  const [present] = await transaction
    .select({ number: count() })
    .from(assets)
    .where(and(eq(assets.organizationId, organizationId), ne(assets.processingStatus, 'failed')));
  return {
    current: await monthRow(transaction, organizationId, now),
    verificationsToday: await usedToday(transaction, principalOf({ kind: 'organization', organizationId }), dayOf(now)),
    verificationsPerDayLimit: limits.verificationsPerDay,
    assetsCount: present?.number ?? 0,
    assetsLimit: limits.assetsMax,
    history:
      query.granularity === 'month'
        ? await months(transaction, organizationId, query)
        : await days(transaction, organizationId, query),
  };
}

const months = (queries: Queries, organizationId: string, { from, to }: UsageQuery): Promise<UsageOfPeriod[]> =>
  queries
    .select({
      period: quotaLimits.periodStart,
      uploadsCount: quotaLimits.uploadsCount,
      verificationsCount: quotaLimits.verificationsCount,
    })
    .from(quotaLimits)
    .where(and(eq(quotaLimits.organizationId, organizationId), between(quotaLimits.periodStart, from, to)))
    .orderBy(asc(quotaLimits.periodStart));

/** Of what was given back wholly nothing is left to show. */
const days = (queries: Queries, organizationId: string, { from, to }: UsageQuery): Promise<UsageOfPeriod[]> =>
  queries
    .select({
      period: dailyUses.day,
      uploadsCount: dailyUses.uploads,
      verificationsCount: dailyUses.verifications,
    })
    .from(dailyUses)
    .where(
      and(
        eq(dailyUses.principal, principalOf({ kind: 'organization', organizationId })),
        between(dailyUses.day, from, to),
        or(gt(dailyUses.uploads, 0), gt(dailyUses.verifications, 0)),
      ),
    )
    .orderBy(asc(dailyUses.day));
