/** PATCH /v1/webhooks/:webhook_id: change address, events, description; switch on or off. @module */
import { ifMatch } from '../../request/entityTags.ts';
import { changeWebhook } from '../../../app/webhooks/manageWebhooks.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { sentFields } from '../../request/sentFields.ts';
import { CHECKED_BODY, failures } from '../../schemas/common.ts';
import { WebhookBody, WebhookParams, WebhookPatchBody } from '../../schemas/webhook.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { answerWebhook, ITEM, webhookExistsFirst } from './webhookItem.ts';

const schema = {
  operationId: 'changeWebhook',
  summary: 'Change address, events, description; switch on or off',
  description: 'Only the members that are sent change.',
  tags: ['Webhooks'],
  security: credentials('webhook.manage'),
  params: WebhookParams,
  body: WebhookPatchBody,
  response: { 200: WebhookBody, ...failures(...ITEM, ...CHECKED_BODY, 'WEBHOOK_URL_BLOCKED', 'PRECONDITION_FAILED') },
};

export function changeWebhookRoute(app: App, { ports }: RouteDeps): void {
  app.patch(
    '/v1/webhooks/:webhook_id',
    { onRequest: [requireCaller(ports, 'webhook.manage'), webhookExistsFirst(ports)], schema },
    async (request, reply) => {
      const { url, events, active, description } = request.body;
      const patch = sentFields({ url, events, active, description });
      const { webhook_id } = request.params;
      const changed = await changeWebhook(ports, callerOf(request), webhook_id, patch, ifMatch(request));
      return answerWebhook(reply, changed);
    },
  );
}
