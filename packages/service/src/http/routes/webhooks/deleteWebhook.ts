/** DELETE /v1/webhooks/:webhook_id: remove an endpoint and its log. @module */
import { ifMatch } from '../../request/entityTags.ts';
import { z } from 'zod';
import { deleteWebhook } from '../../../app/webhooks/manageWebhooks.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { failures } from '../../schemas/common.ts';
import { WebhookParams } from '../../schemas/webhook.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { ITEM, webhookExistsFirst } from './webhookItem.ts';

const schema = {
  operationId: 'deleteWebhook',
  summary: 'Remove an endpoint and its log',
  description: 'What waits for it is not sent any more.',
  tags: ['Webhooks'],
  security: credentials('webhook.manage'),
  params: WebhookParams,
  response: { 204: z.undefined().describe('Removed.'), ...failures(...ITEM, 'PRECONDITION_FAILED') },
};

export function deleteWebhookRoute(app: App, { ports }: RouteDeps): void {
  app.delete(
    '/v1/webhooks/:webhook_id',
    { onRequest: [requireCaller(ports, 'webhook.manage'), webhookExistsFirst(ports)], schema },
    async (request, reply) => {
      await deleteWebhook(ports, callerOf(request), request.params.webhook_id, ifMatch(request));
      return reply.code(204).send();
    },
  );
}
