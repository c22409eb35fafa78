/** What an organization has used of its allowance. @module */
import { sql } from 'drizzle-orm';
import { bigint, boolean, date, index, integer, pgTable, primaryKey, unique, uuid, varchar } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from './columns.ts';
import { organizations } from './organizations.ts';

/**
 * One row for each organization and calendar month in UTC; the current month's row is *the* quota record of the
 * contract, older ones are the history of use.
 */
export const quotaLimits = pgTable(
  'quota_limits',
  {
    id: id(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** First day of the month. */
    periodStart: date('period_start', { mode: 'string' }).notNull(),
    /** Last day of the month. */
    periodEnd: date('period_end', { mode: 'string' }).notNull(),
    uploadsCount: integer('uploads_count').notNull().default(0),
    verificationsCount: integer('verifications_count').notNull().default(0),
    storageUsedBytes: bigint('storage_used_bytes', { mode: 'number' }).notNull().default(0),
    uploadsLimit: integer('uploads_limit').notNull(),
    verificationsLimit: integer('verifications_limit').notNull(),
    storageLimitBytes: bigint('storage_limit_bytes', { mode: 'number' }).notNull(),
    quotaExceeded: boolean('quota_exceeded').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: instant('updated_at'),
  },
  (table) => [unique('quota_limits_organization_period_unique').on(table.organizationId, table.periodStart)],
);

/**
 * What was done on one day: verifications for the daily limits, uploads for the history, in which they stay when their
 * assets are deleted.
 */
export const dailyUses = pgTable(
  'daily_uses',
  {
    /** `org:<id>` or `ip:<address>`. */
    principal: varchar('principal', { length: 100 }).notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    verifications: integer('verifications').notNull().default(0),
    uploads: integer('uploads').notNull().default(0),
  },
  (table) => [
    primaryKey({ name: 'daily_uses_pkey', columns: [table.principal, table.day] }),
    index('daily_uses_addresses').on(table.day).where(sql`${table.principal} like 'ip:%'`),
    index('daily_uses_organizations').on(table.day).where(sql`${table.principal} like 'org:%'`),
  ],
);

/** Which events of a quota were sent in a period, so that each goes out once. */
export const quotaNotices = pgTable(
  'quota_notices',
  {
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Its name, as in the error QUOTA_EXCEEDED. */
    quota: varchar('quota', { length: 50 }).notNull(),
    /** First day of the month, or the day itself. */
    period: date('period', { mode: 'string' }).notNull(),
    event: varchar('event', { length: 50 }).notNull(),
  },
  (table) => [
    primaryKey({ name: 'quota_notices_pkey', columns: [table.organizationId, table.quota, table.period, table.event] }),
    index('quota_notices_period').on(table.period),
  ],
);
