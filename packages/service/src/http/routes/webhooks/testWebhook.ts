/** POST /v1/webhooks/:webhook_id/test: send a test event. @module */
import { testWebhook } from '../../../app/webhooks/deliveries.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { messageOf } from '../../reply/message.ts';
import { failures } from '../../schemas/common.ts';
import { TestQueuedBody, WebhookParams } from '../../schemas/webhook.ts';
import { onceOf } from '../../request/idempotency.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { ITEM, webhookExistsFirst } from './webhookItem.ts';

const schema = {
  operationId: 'testWebhook',
  summary: 'Send a test event',
  description: 'Queues `webhook.test` for this endpoint; `data.delivery_id` leads to what became of it.',
  tags: ['Webhooks'],
  security: credentials('webhook.manage'),
  params: WebhookParams,
  response: { 202: TestQueuedBody, ...failures(...ITEM, 'CONFLICT') },
};

export function testWebhookRoute(app: App, { ports }: RouteDeps): void {
  app.post(
    '/v1/webhooks/:webhook_id/test',
    { onRequest: [requireCaller(ports, 'webhook.manage'), webhookExistsFirst(ports)], schema },
    async (request, reply) => {
      const { webhook_id } = request.params;
      const { id } = await testWebhook(ports, callerOf(request), webhook_id, onceOf(request));
      reply.header('location', `/v1/webhooks/${webhook_id}/deliveries/${id}`);
      const said = messageOf(ports, request, 'The test event is on its way.', { delivery_id: id });
      return reply.code(202).send(said);
    },
  );
}
