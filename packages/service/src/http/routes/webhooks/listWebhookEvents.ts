/** GET /v1/webhooks/events: every event, when it is sent and what it carries. @module */
import type { App, RouteDeps } from '../../httpDeps.ts';
import { failures } from '../../schemas/common.ts';
import { WebhookEventsBody } from '../../schemas/webhook.ts';
import { requireCaller } from '../../security/auth.ts';
import { credentials, NEEDS_CREDENTIAL } from '../../security/security.ts';
import { eventsView } from '../../views/webhook.ts';

const schema = {
  operationId: 'listWebhookEvents',
  summary: 'Every event, when it is sent and what it carries',
  tags: ['Webhooks'],
  security: credentials('webhook.manage'),
  response: { 200: WebhookEventsBody, ...failures(...NEEDS_CREDENTIAL) },
};

export function listWebhookEventsRoute(app: App, { ports }: RouteDeps): void {
  app.get('/v1/webhooks/events', { onRequest: requireCaller(ports, 'webhook.manage'), schema }, async () =>
    eventsView(),
  );
}
