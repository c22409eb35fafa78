/** GET /v1/imports: the imports of an organization. @module */
import { listImports } from '../../../app/imports/pastImports.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { organizationIdOf } from '../../request/organizationHeader.ts';
import { askedPage, pageView } from '../../request/paging.ts';
import { failures } from '../../schemas/common.ts';
import { ImportListQuery, ImportPage } from '../../schemas/imports.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials, NEEDS_CREDENTIAL } from '../../security/security.ts';
import { importView } from '../../views/import.ts';

const schema = {
  operationId: 'listImports',
  summary: 'List imports',
  description: 'The newest first; kept for 90 days after their end.',
  tags: ['Assets'],
  security: credentials('asset.see'),
  querystring: ImportListQuery,
  response: {
    200: ImportPage,
    ...failures(...NEEDS_CREDENTIAL, 'FORBIDDEN', 'ORGANIZATION_NOT_FOUND', 'VALIDATION_ERROR'),
  },
};

export function listImportsRoute(app: App, { ports, settings }: RouteDeps): void {
  app.get('/v1/imports', { onRequest: requireCaller(ports, 'asset.see'), schema }, async (request, reply) => {
    const asked = askedPage(request.query);
    const organizationId = organizationIdOf(request, request.query.organization_id);
    const { items, total } = await listImports(ports, callerOf(request), organizationId, asked);
    return pageView(settings, request, reply, asked, { items: items.map(importView), total });
  });
}
