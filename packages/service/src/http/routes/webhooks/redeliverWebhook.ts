/** POST /v1/webhooks/:webhook_id/deliveries/:delivery_id/redeliver: send one event again. @module */
import { redeliver } from '../../../app/webhooks/deliveries.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { failures } from '../../schemas/common.ts';
import { DeliveryBody, DeliveryParams } from '../../schemas/webhook.ts';
import { onceOf } from '../../request/idempotency.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { deliveryView } from '../../views/webhook.ts';
import { ITEM, webhookExistsFirst } from './webhookItem.ts';

const schema = {
  operationId: 'redeliverWebhook',
  summary: 'Send one event again',
  description: 'A new delivery with the same `webhook-id` and the same body; it has all its attempts before it.',
  tags: ['Webhooks'],
  security: credentials('webhook.manage'),
  params: DeliveryParams,
  response: { 202: DeliveryBody, ...failures(...ITEM, 'DELIVERY_NOT_FOUND', 'CONFLICT') },
};

export function redeliverWebhookRoute(app: App, { ports }: RouteDeps): void {
  app.post(
    '/v1/webhooks/:webhook_id/deliveries/:delivery_id/redeliver',
    { onRequest: [requireCaller(ports, 'webhook.manage'), webhookExistsFirst(ports)], schema },
    async (request, reply) => {
      const { webhook_id, delivery_id } = request.params;
      const queued = await redeliver(ports, callerOf(request), [webhook_id, delivery_id], onceOf(request));
      reply.header('location', `/v1/webhooks/${webhook_id}/deliveries/${queued.id}`);
      return reply.code(202).send(deliveryView(queued));
    },
  );
}
