/** What an organization has used of its quotas (G63). @module */
import { organizationUsage } from '../../app/limits/organizationUsage.ts';
import type { Usage } from '../../app/ports/quotas.ts';
import { callerOf, requireCaller } from '../auth.ts';
import type { App, HttpDeps } from '../httpDeps.ts';
import { failures } from '../schemas/common.ts';
import { UsageBody, UsageParams, UsageQuery } from '../schemas/usage.ts';
import { credentials, NEEDS_CREDENTIAL } from '../security.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

function usageView({ current, history, ...counts }: Usage) {
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

export function registerUsageRoutes(app: App, { ports }: HttpDeps): void {
  app.get(
    '/v1/organizations/:organization_id/usage',
    {
      onRequest: requireCaller(ports, 'organization.see'),
      schema: {
        operationId: 'organizationUsage',
        summary: 'What the organization has used of its quotas',
        tags: ['Organizations'],
        security: credentials('organization.see'),
        params: UsageParams,
        querystring: UsageQuery,
        response: {
          200: UsageBody,
          ...failures(...NEEDS_CREDENTIAL, 'FORBIDDEN', 'ORGANIZATION_NOT_FOUND', 'VALIDATION_ERROR'),
        },
      },
    },
    async (request, reply) => {
      const { from, to, granularity } = request.query;
      const range = { from: from ?? null, to: to ?? null, granularity };
      const usage = await organizationUsage(ports, callerOf(request), request.params.organization_id, range);
      reply.header('cache-control', 'private, no-store');
      return usageView(usage);
    },
  );
}
