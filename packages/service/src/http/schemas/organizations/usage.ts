/** The quota record of an organization. @module */
import { z } from 'zod';
import { DayInput, Id, IdInput, inOrder, Timestamp } from '../common.ts';

export const UsageParams = z.object({ organization_id: IdInput });

const Day = z.iso.date();

export const UsageQuery = z
  .object({
    from: DayInput.optional().describe('First day of the history, UTC. Default: 30 days ago, or a year ago by month.'),
    to: DayInput.optional().describe('Last day of the history, UTC. Default: today.'),
    granularity: z.enum(['day', 'month']).default('month').describe('What one line of the history is.'),
  })
  .refine(...inOrder('from', 'to'));

const units = z.int().min(0);

export const UsageBody = z
  .object({
    id: Id,
    organization_id: Id,
    period_start: Day.describe('First day of this month, UTC.'),
    period_end: Day.describe('Last day of this month.'),
    resets_at: Timestamp.describe('When the counts of the month begin anew.'),
    uploads_count: units,
    uploads_limit: units,
    verifications_count: units.describe('Of this month.'),
    verifications_limit: units.describe('Of a month.'),
    verifications_today: units,
    verifications_per_day_limit: units,
    storage_used_bytes: units.describe('Originals, marked files, previews, recipient copies.'),
    storage_limit_bytes: units,
    assets_count: units,
    assets_limit: units,
    quota_exceeded: z.boolean().describe('A quota of the month is used up.'),
    created_at: Timestamp,
    updated_at: Timestamp.nullable(),
    history: z
      .array(
        z.object({
          period: Day.describe('The day, or the first day of the month.'),
          uploads_count: units.describe('By day: those whose pictures still exist.'),
          verifications_count: units,
        }),
      )
      .describe('The oldest first; periods without use are left out.'),
  })
  .meta({ id: 'Usage', description: 'What an organization has used, and what it may use.' });
