/** GET /v1/organizations/:organization_id/usage: what the organization has used of its quotas. @module */
import { organizationUsage } from '../../../app/limits/organizationUsage.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { failures } from '../../schemas/common.ts';
import { UsageBody, UsageParams, UsageQuery } from '../../schemas/organizations/usage.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials, NEEDS_CREDENTIAL } from '../../security/security.ts';
import { usageView } from '../../views/usage.ts';

const schema = {
  operationId: 'organizationUsage',
  summary: 'What the organization has used of its quotas',
  description: 'Each quota with its limit, what is used, and when it begins anew.',
  tags: ['Organizations'],
  security: credentials('usage.see'),
  params: UsageParams,
  querystring: UsageQuery,
  response: {
    200: UsageBody,
    ...failures(...NEEDS_CREDENTIAL, 'FORBIDDEN', 'ORGANIZATION_NOT_FOUND', 'VALIDATION_ERROR'),
  },
};

export function organizationUsageRoute(app: App, { ports }: RouteDeps): void {
  app.get(
    '/v1/organizations/:organization_id/usage',
    { onRequest: requireCaller(ports, 'usage.see'), schema },
    async (request, reply) => {
      const { from, to, granularity } = request.query;
      const range = { from: from ?? null, to: to ?? null, granularity };
      const usage = await organizationUsage(ports, callerOf(request), request.params.organization_id, range);
      reply.header('cache-control', 'private, no-store');
      return usageView(usage);
    },
  );
}
