/** GET /v1/webhooks/:webhook_id: read an endpoint. @module */
import { webhookFor } from '../../../app/webhooks/visibleWebhook.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { failures } from '../../schemas/common.ts';
import { WebhookBody, WebhookParams } from '../../schemas/webhook.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { answerWebhook, ITEM, webhookExistsFirst } from './webhookItem.ts';

const schema = {
  operationId: 'getWebhook',
  summary: 'Read an endpoint',
  description: 'Address, events, and whether it is switched off after failures.',
  tags: ['Webhooks'],
  security: credentials('webhook.manage'),
  params: WebhookParams,
  response: { 200: WebhookBody, ...failures(...ITEM) },
};

export function getWebhookRoute(app: App, { ports }: RouteDeps): void {
  app.get(
    '/v1/webhooks/:webhook_id',
    { onRequest: [requireCaller(ports, 'webhook.manage'), webhookExistsFirst(ports)], schema },
    async (request, reply) =>
      answerWebhook(reply, await webhookFor(ports, callerOf(request), request.params.webhook_id)),
  );
}
