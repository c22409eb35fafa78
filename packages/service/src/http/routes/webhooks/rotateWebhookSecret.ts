/** POST /v1/webhooks/:webhook_id/rotate-secret: give the endpoint a new secret. @module */
import { rotateSecret } from '../../../app/webhooks/manageWebhooks.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { onceOf } from '../../request/idempotency.ts';
import { failures } from '../../schemas/common.ts';
import { WebhookParams, WebhookWithSecretBody } from '../../schemas/webhook.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { webhookWithSecretView } from '../../views/webhook.ts';
import { ITEM, webhookExistsFirst } from './webhookItem.ts';

const schema = {
  operationId: 'rotateWebhookSecret',
  summary: 'Give the endpoint a new secret',
  description: 'The old one keeps signing beside it for 24 hours. The answer shows the new one, once.',
  tags: ['Webhooks'],
  security: credentials('webhook.manage'),
  params: WebhookParams,
  response: { 200: WebhookWithSecretBody, ...failures(...ITEM) },
};

export function rotateWebhookSecretRoute(app: App, { ports }: RouteDeps): void {
  app.post(
    '/v1/webhooks/:webhook_id/rotate-secret',
    { onRequest: [requireCaller(ports, 'webhook.manage'), webhookExistsFirst(ports)], schema },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { webhook_id } = request.params;
      return webhookWithSecretView(await rotateSecret(ports, callerOf(request), webhook_id, onceOf(request)));
    },
  );
}
