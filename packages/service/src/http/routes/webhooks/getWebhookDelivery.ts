/** GET /v1/webhooks/:webhook_id/deliveries/:delivery_id: one delivery with request and response. @module */
import { getDelivery } from '../../../app/webhooks/deliveries.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { failures } from '../../schemas/common.ts';
import { DeliveryBody, DeliveryParams } from '../../schemas/webhook.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { deliveryView } from '../../views/webhook.ts';
import { ITEM, webhookExistsFirst } from './webhookItem.ts';

const schema = {
  operationId: 'getWebhookDelivery',
  summary: 'One delivery with request and response',
  description: 'As far as it is kept: the first 4 KiB of the answer, without secrets.',
  tags: ['Webhooks'],
  security: credentials('webhook.manage'),
  params: DeliveryParams,
  response: { 200: DeliveryBody, ...failures(...ITEM, 'DELIVERY_NOT_FOUND') },
};

export function getWebhookDeliveryRoute(app: App, { ports }: RouteDeps): void {
  app.get(
    '/v1/webhooks/:webhook_id/deliveries/:delivery_id',
    { onRequest: [requireCaller(ports, 'webhook.manage'), webhookExistsFirst(ports)], schema },
    async (request) => {
      const { webhook_id, delivery_id } = request.params;
      return deliveryView(await getDelivery(ports, callerOf(request), webhook_id, delivery_id));
    },
  );
}
