/** GET /v1/api-keys/: list API keys. @module */
import { listKeys } from '../../../app/keys/visibleKey.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { organizationIdOf } from '../../request/organizationHeader.ts';
import { askedPage, pageView } from '../../request/paging.ts';
import { ApiKeyPage, KeyListQuery } from '../../schemas/apiKey.ts';
import { failures } from '../../schemas/common.ts';
import { requireCaller, userOf } from '../../security/auth.ts';
import { credentials, NEEDS_CREDENTIAL } from '../../security/security.ts';
import { apiKeyView } from '../../views/apiKey.ts';

const schema = {
  operationId: 'listApiKeys',
  summary: 'List API keys',
  description: 'Of the organization, for owners and admins; your own for other members. Revoked ones for 90 days.',
  tags: ['API keys'],
  security: credentials('key.manage'),
  querystring: KeyListQuery,
  response: {
    200: ApiKeyPage,
    ...failures(...NEEDS_CREDENTIAL, 'FORBIDDEN', 'ORGANIZATION_NOT_FOUND', 'VALIDATION_ERROR'),
  },
};

export function listApiKeysRoute(app: App, { ports, settings }: RouteDeps): void {
  app.get('/v1/api-keys/', { onRequest: requireCaller(ports, 'key.manage'), schema }, async (request, reply) => {
    const asked = askedPage(request.query);
    const id = organizationIdOf(request, request.query.organization_id);
    const { items, total } = await listKeys(ports, userOf(request), id, asked);
    return pageView(settings, request, reply, asked, { items: items.map(apiKeyView), total });
  });
}
