/** GET /v1/webhooks/: list endpoints. @module */
import { listWebhooks } from '../../../app/webhooks/manageWebhooks.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { organizationIdOf } from '../../request/organizationHeader.ts';
import { askedPage, pageView } from '../../request/paging.ts';
import { failures } from '../../schemas/common.ts';
import { WebhookListQuery, WebhookPage } from '../../schemas/webhook.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials, NEEDS_CREDENTIAL } from '../../security/security.ts';
import { webhookView } from '../../views/webhook.ts';

const schema = {
  operationId: 'listWebhooks',
  summary: 'List endpoints',
  description: 'Of your organization; secrets are shown once, when an endpoint is made.',
  tags: ['Webhooks'],
  security: credentials('webhook.manage'),
  querystring: WebhookListQuery,
  response: {
    200: WebhookPage,
    ...failures(...NEEDS_CREDENTIAL, 'FORBIDDEN', 'ORGANIZATION_NOT_FOUND', 'VALIDATION_ERROR'),
  },
};

export function listWebhooksRoute(app: App, { ports, settings }: RouteDeps): void {
  app.get('/v1/webhooks/', { onRequest: requireCaller(ports, 'webhook.manage'), schema }, async (request, reply) => {
    const asked = askedPage(request.query);
    const organizationId = organizationIdOf(request, request.query.organization_id);
    const { items, total } = await listWebhooks(ports, callerOf(request), organizationId, asked);
    return pageView(settings, request, reply, asked, { items: items.map(webhookView), total });
  });
}
