/** GET /v1/webhooks/events: every event, when it is sent and what it carries. @module */
import { PageQuery } from '../../schemas/common.ts';
import { askedPage, pageView, sliceOf } from '../../request/paging.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { failures } from '../../schemas/common.ts';
import { WebhookEventPage } from '../../schemas/webhook.ts';
import { requireCaller } from '../../security/auth.ts';
import { credentials, NEEDS_CREDENTIAL } from '../../security/security.ts';
import { eventViews } from '../../views/webhook.ts';

const schema = {
  operationId: 'listWebhookEvents',
  summary: 'Every event, when it is sent and what it carries',
  description: 'The names that an endpoint can ask for.',
  tags: ['Webhooks'],
  security: credentials('webhook.manage'),
  querystring: PageQuery,
  response: { 200: WebhookEventPage, ...failures(...NEEDS_CREDENTIAL, 'VALIDATION_ERROR') },
};

export function listWebhookEventsRoute(app: App, { ports, settings }: RouteDeps): void {
  app.get(
    '/v1/webhooks/events',
    { onRequest: requireCaller(ports, 'webhook.manage'), schema },
    async (request, reply) => {
      const asked = askedPage(request.query);
      return pageView(settings, request, reply, asked, sliceOf(eventViews(), asked));
    },
  );
}
