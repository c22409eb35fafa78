/** POST /v1/webhooks/: register an endpoint. @module */
import { createWebhook } from '../../../app/webhooks/manageWebhooks.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { onceOf } from '../../request/idempotency.ts';
import { organizationIdOf } from '../../request/organizationHeader.ts';
import { CHECKED_BODY, failures } from '../../schemas/common.ts';
import { NewWebhookBody, WebhookWithSecretBody } from '../../schemas/webhook.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials, NEEDS_CREDENTIAL } from '../../security/security.ts';
import { webhookWithSecretView } from '../../views/webhook.ts';

const schema = {
  operationId: 'createWebhook',
  summary: 'Register an endpoint',
  description: 'An organization has at most 20. The answer shows the secret, once.',
  tags: ['Webhooks'],
  security: credentials('webhook.manage'),
  body: NewWebhookBody,
  response: {
    201: WebhookWithSecretBody,
    ...failures(
      ...NEEDS_CREDENTIAL,
      ...CHECKED_BODY,
      'FORBIDDEN',
      'EMAIL_NOT_VERIFIED',
      'ORGANIZATION_NOT_FOUND',
      'WEBHOOK_URL_BLOCKED',
      'QUOTA_EXCEEDED',
    ),
  },
};

export function createWebhookRoute(app: App, { ports }: RouteDeps): void {
  app.post('/v1/webhooks/', { onRequest: requireCaller(ports, 'webhook.manage'), schema }, async (request, reply) => {
    const { organization_id, ...fields } = request.body;
    const organizationId = organizationIdOf(request, organization_id);
    const created = await createWebhook(ports, callerOf(request), { ...fields, organizationId }, onceOf(request));
    reply.header('location', `/v1/webhooks/${created.webhook.id}`).header('cache-control', 'no-store');
    return reply.code(201).send(webhookWithSecretView(created));
  });
}
