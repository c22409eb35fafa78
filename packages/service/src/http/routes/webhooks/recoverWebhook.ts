/** POST /v1/webhooks/:webhook_id/recover: send everything that was missed. @module */
import { recoverDeliveries } from '../../../app/webhooks/deliveries.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { CHECKED_BODY, failures } from '../../schemas/common.ts';
import { RecoverBody, RecoveredBody, WebhookParams } from '../../schemas/webhook.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { ITEM, webhookExistsFirst } from './webhookItem.ts';

const schema = {
  operationId: 'recoverWebhook',
  summary: 'Send everything that was missed',
  description: 'Every subscribed event since then that neither arrived nor waits, also from while it was off.',
  tags: ['Webhooks'],
  security: credentials('webhook.manage'),
  params: WebhookParams,
  body: RecoverBody,
  response: { 202: RecoveredBody, ...failures(...ITEM, ...CHECKED_BODY, 'CONFLICT') },
};

export function recoverWebhookRoute(app: App, { ports }: RouteDeps): void {
  app.post(
    '/v1/webhooks/:webhook_id/recover',
    { onRequest: [requireCaller(ports, 'webhook.manage'), webhookExistsFirst(ports)], schema },
    async (request, reply) => {
      const { webhook_id } = request.params;
      const queued = await recoverDeliveries(ports, callerOf(request), webhook_id, request.body.since);
      return reply.code(202).header('location', `/v1/webhooks/${webhook_id}/deliveries`).send(queued);
    },
  );
}
