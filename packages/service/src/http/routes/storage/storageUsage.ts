/** GET /v1/storage/usage: what your organization keeps. @module */
import { storageUse } from '../../../app/storage/storageUse.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { organizationIdOf } from '../../request/organizationHeader.ts';
import { failures } from '../../schemas/common.ts';
import { UsageBody, UsageQuery } from '../../schemas/storage/storage.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials, NEEDS_CREDENTIAL } from '../../security/security.ts';
import { storageUseView } from '../../views/storage.ts';

const schema = {
  operationId: 'storageUsage',
  summary: 'What your organization keeps',
  description: 'Bytes by kind and what the plan allows.',
  tags: ['Storage'],
  security: credentials('asset.see'),
  querystring: UsageQuery,
  response: {
    200: UsageBody,
    ...failures(...NEEDS_CREDENTIAL, 'FORBIDDEN', 'ORGANIZATION_NOT_FOUND', 'VALIDATION_ERROR'),
  },
};

export function storageUsageRoute(app: App, { ports }: RouteDeps): void {
  app.get('/v1/storage/usage', { onRequest: requireCaller(ports, 'asset.see'), schema }, async (request) => {
    const organizationId = organizationIdOf(request, request.query.organization_id);
    return storageUseView(await storageUse(ports, callerOf(request), organizationId));
  });
}
