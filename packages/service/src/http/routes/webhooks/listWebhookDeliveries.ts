/** GET /v1/webhooks/:webhook_id/deliveries: the log of an endpoint. @module */
import { listDeliveries } from '../../../app/webhooks/deliveries.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { askedPage, pageView } from '../../request/paging.ts';
import { failures } from '../../schemas/common.ts';
import { DeliveryListQuery, DeliveryPage, WebhookParams } from '../../schemas/webhook.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { deliveryLineView } from '../../views/webhook.ts';
import { ITEM, webhookExistsFirst } from './webhookItem.ts';

const schema = {
  operationId: 'listWebhookDeliveries',
  summary: 'The log of an endpoint',
  description: 'The newest first; kept for 30 days.',
  tags: ['Webhooks'],
  security: credentials('webhook.manage'),
  params: WebhookParams,
  querystring: DeliveryListQuery,
  response: { 200: DeliveryPage, ...failures(...ITEM) },
};

export function listWebhookDeliveriesRoute(app: App, { ports, settings }: RouteDeps): void {
  app.get(
    '/v1/webhooks/:webhook_id/deliveries',
    { onRequest: [requireCaller(ports, 'webhook.manage'), webhookExistsFirst(ports)], schema },
    async (request, reply) => {
      const { status } = request.query;
      const asked = { ...askedPage(request.query), ...(status ? { status } : {}) };
      const { webhook_id } = request.params;
      const { items, total } = await listDeliveries(ports, callerOf(request), webhook_id, asked);
      return pageView(settings, request, reply, asked, { items: items.map(deliveryLineView), total });
    },
  );
}
