/** What an organization has used of its quotas, as JSON. @module */
import type { z } from 'zod';
import type { Usage } from '../../app/ports/accounts/quotas.ts';
import type { UsageBody } from '../schemas/organizations/usage.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export function usageView({ current, history, ...counts }: Usage): z.output<typeof UsageBody> {
  return {
    id: current.id,
    organization_id: current.organizationId,
    period_start: current.periodStart,
    period_end: current.periodEnd,
    resets_at: new Date(Date.parse(current.periodEnd) + DAY_MS).toISOString(),
    uploads_count: current.uploadsCount,
    uploads_limit: current.uploadsLimit,
    verifications_count: current.verificationsCount,
    verifications_limit: current.verificationsLimit,
    verifications_today: counts.verificationsToday,
    verifications_per_day_limit: counts.verificationsPerDayLimit,
    storage_used_bytes: current.storageUsedBytes,
    storage_limit_bytes: current.storageLimitBytes,
    assets_count: counts.assetsCount,
    assets_limit: counts.assetsLimit,
    quota_exceeded: current.quotaExceeded,
    created_at: current.createdAt.toISOString(),
    updated_at: current.updatedAt?.toISOString() ?? null,
    history: history.map(({ period, uploadsCount, verificationsCount }) => ({
      period,
      uploads_count: uploadsCount,
      verifications_count: verificationsCount,
    })),
  };
}
