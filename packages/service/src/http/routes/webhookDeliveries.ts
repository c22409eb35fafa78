/** Deliveries of one endpoint: the log, a test, one again, everything that was missed. @module */
import {
  getDelivery,
  listDeliveries,
  recoverDeliveries,
  redeliver,
  testWebhook,
} from '../../app/webhooks/deliveries.ts';
import { callerOf, requireCaller } from '../auth.ts';
import type { App, HttpDeps } from '../httpDeps.ts';
import { pageView } from '../paging.ts';
import { failures } from '../schemas/common.ts';
import {
  DeliveryBody,
  DeliveryListQuery,
  DeliveryPage,
  DeliveryParams,
  RecoverBody,
  RecoveredBody,
  TestQueuedBody,
  WebhookParams,
} from '../schemas/webhook.ts';
import { credentials } from '../security.ts';
import { deliveryLineView, deliveryView } from '../views/webhook.ts';
import { BODY, ITEM, tags, webhookExistsFirst } from './webhookRoutes.ts';

export function registerWebhookDeliveryRoutes(app: App, { ports, settings }: HttpDeps): void {
  const onRequest = [requireCaller(ports, 'webhook.manage'), webhookExistsFirst(ports)];

  app.get(
    '/v1/webhooks/:webhook_id/deliveries',
    {
      onRequest,
      schema: {
        operationId: 'listWebhookDeliveries',
        summary: 'The log of an endpoint',
        description: 'The newest first; kept for 30 days.',
        tags,
        security: credentials('webhook.manage'),
        params: WebhookParams,
        querystring: DeliveryListQuery,
        response: { 200: DeliveryPage, ...failures(...ITEM) },
      },
    },
    async (request, reply) => {
      const { page, page_size, status } = request.query;
      const asked = { page, pageSize: page_size, ...(status ? { status } : {}) };
      const { webhook_id } = request.params;
      const { items, total } = await listDeliveries(ports, callerOf(request), webhook_id, asked);
      return pageView(settings, request, reply, asked, { items: items.map(deliveryLineView), total });
    },
  );

  app.get(
    '/v1/webhooks/:webhook_id/deliveries/:delivery_id',
    {
      onRequest,
      schema: {
        operationId: 'getWebhookDelivery',
        summary: 'One delivery with request and response',
        tags,
        security: credentials('webhook.manage'),
        params: DeliveryParams,
        response: { 200: DeliveryBody, ...failures(...ITEM, 'DELIVERY_NOT_FOUND') },
      },
    },
    async (request) => {
      const { webhook_id, delivery_id } = request.params;
      return deliveryView(await getDelivery(ports, callerOf(request), webhook_id, delivery_id));
    },
  );

  app.post(
    '/v1/webhooks/:webhook_id/deliveries/:delivery_id/redeliver',
    {
      onRequest,
      schema: {
        operationId: 'redeliverWebhook',
        summary: 'Send one event again',
        description: 'A new delivery with the same `webhook-id` and the same body; it has all its attempts before it.',
        tags,
        security: credentials('webhook.manage'),
        params: DeliveryParams,
        response: { 202: DeliveryBody, ...failures(...ITEM, 'DELIVERY_NOT_FOUND', 'CONFLICT') },
      },
    },
    async (request, reply) => {
      const { webhook_id, delivery_id } = request.params;
      const queued = await redeliver(ports, callerOf(request), webhook_id, delivery_id);
      reply.header('location', `/v1/webhooks/${webhook_id}/deliveries/${queued.id}`);
      return reply.code(202).send(deliveryView(queued));
    },
  );

  app.post(
    '/v1/webhooks/:webhook_id/test',
    {
      onRequest,
      schema: {
        operationId: 'testWebhook',
        summary: 'Send a test event',
        description: 'Queues `webhook.test` for this endpoint; `data.delivery_id` leads to what became of it.',
        tags,
        security: credentials('webhook.manage'),
        params: WebhookParams,
        response: { 202: TestQueuedBody, ...failures(...ITEM, 'CONFLICT') },
      },
    },
    async (request, reply) => {
      const { webhook_id } = request.params;
      const { id } = await testWebhook(ports, callerOf(request), webhook_id);
      reply.header('location', `/v1/webhooks/${webhook_id}/deliveries/${id}`);
      return reply.code(202).send({
        data: { delivery_id: id },
        message: 'The test event is on its way.',
        timestamp: ports.clock.now().toISOString(),
        request_id: request.id,
      });
    },
  );

  app.post(
    '/v1/webhooks/:webhook_id/recover',
    {
      onRequest,
      schema: {
        operationId: 'recoverWebhook',
        summary: 'Send everything that was missed',
        description: 'Every subscribed event since then that neither arrived nor waits, also from while it was off.',
        tags,
        security: credentials('webhook.manage'),
        params: WebhookParams,
        body: RecoverBody,
        response: { 202: RecoveredBody, ...failures(...ITEM, ...BODY, 'CONFLICT') },
      },
    },
    async (request, reply) => {
      // A day alone is its first moment in UTC (ECMA-262, Date Time String Format).
      const since = new Date(request.body.since);
      return reply.code(202).send(await recoverDeliveries(ports, callerOf(request), request.params.webhook_id, since));
    },
  );
}
