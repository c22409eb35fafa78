/** Endpoints of webhooks: make, list, read, change, remove, rotate the secret. @module */
import { z } from 'zod';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateSecret,
} from '../../app/webhooks/manageWebhooks.ts';
import { webhookFor } from '../../app/webhooks/visibleWebhook.ts';
import type { WebhookPatch } from '../../app/ports/webhooks.ts';
import { callerOf, requireCaller } from '../auth.ts';
import type { App, HttpDeps } from '../httpDeps.ts';
import { organizationIdOf } from '../organizationHeader.ts';
import { pageView } from '../paging.ts';
import { failures } from '../schemas/common.ts';
import {
  WebhookBody,
  WebhookEventsBody,
  NewWebhookBody,
  WebhookListQuery,
  WebhookPage,
  WebhookParams,
  WebhookPatchBody,
  WebhookWithSecretBody,
} from '../schemas/webhook.ts';
import { credentials, NEEDS_CREDENTIAL } from '../security.ts';
import { eventsView, webhookView, webhookWithSecretView } from '../views/webhook.ts';
import { BODY, ITEM, tags, webhookExistsFirst } from './webhookRoutes.ts';

function patchOf({ url, events, active, description }: z.output<typeof WebhookPatchBody>): WebhookPatch {
  return {
    ...(url === undefined ? {} : { url }),
    ...(events === undefined ? {} : { events }),
    ...(active === undefined ? {} : { active }),
    ...(description === undefined ? {} : { description }),
  };
}

export function registerWebhookRoutes(app: App, { ports, settings }: HttpDeps): void {
  const onRequest = requireCaller(ports, 'webhook.manage');
  const ofItem = [onRequest, webhookExistsFirst(ports)];

  app.post(
    '/v1/webhooks/',
    {
      onRequest,
      schema: {
        operationId: 'createWebhook',
        summary: 'Register an endpoint',
        description: 'An organization has at most 20. The answer shows the secret, once.',
        tags,
        security: credentials('webhook.manage'),
        body: NewWebhookBody,
        response: {
          201: WebhookWithSecretBody,
          ...failures(
            ...NEEDS_CREDENTIAL,
            ...BODY,
            'FORBIDDEN',
            'EMAIL_NOT_VERIFIED',
            'ORGANIZATION_NOT_FOUND',
            'WEBHOOK_URL_BLOCKED',
            'QUOTA_EXCEEDED',
          ),
        },
      },
    },
    async (request, reply) => {
      const { organization_id, ...fields } = request.body;
      const organizationId = organizationIdOf(request, organization_id);
      const created = await createWebhook(ports, callerOf(request), { ...fields, organizationId });
      reply.header('location', `/v1/webhooks/${created.webhook.id}`).header('cache-control', 'no-store');
      return reply.code(201).send(webhookWithSecretView(created));
    },
  );

  app.get(
    '/v1/webhooks/',
    {
      onRequest,
      schema: {
        operationId: 'listWebhooks',
        summary: 'List endpoints',
        tags,
        security: credentials('webhook.manage'),
        querystring: WebhookListQuery,
        response: {
          200: WebhookPage,
          ...failures(...NEEDS_CREDENTIAL, 'FORBIDDEN', 'ORGANIZATION_NOT_FOUND', 'VALIDATION_ERROR'),
        },
      },
    },
    async (request, reply) => {
      const asked = { page: request.query.page, pageSize: request.query.page_size };
      const organizationId = organizationIdOf(request, request.query.organization_id);
      const { items, total } = await listWebhooks(ports, callerOf(request), organizationId, asked);
      return pageView(settings, request, reply, asked, { items: items.map(webhookView), total });
    },
  );

  app.get(
    '/v1/webhooks/events',
    {
      onRequest,
      schema: {
        operationId: 'listWebhookEvents',
        summary: 'Every event, when it is sent and what it carries',
        tags,
        security: credentials('webhook.manage'),
        response: { 200: WebhookEventsBody, ...failures(...NEEDS_CREDENTIAL) },
      },
    },
    async () => eventsView(),
  );

  app.get(
    '/v1/webhooks/:webhook_id',
    {
      onRequest: ofItem,
      schema: {
        operationId: 'getWebhook',
        summary: 'Read an endpoint',
        tags,
        security: credentials('webhook.manage'),
        params: WebhookParams,
        response: { 200: WebhookBody, ...failures(...ITEM) },
      },
    },
    async (request) => webhookView(await webhookFor(ports, callerOf(request), request.params.webhook_id)),
  );

  app.patch(
    '/v1/webhooks/:webhook_id',
    {
      onRequest: ofItem,
      schema: {
        operationId: 'changeWebhook',
        summary: 'Change address, events, description; switch on or off',
        tags,
        security: credentials('webhook.manage'),
        params: WebhookParams,
        body: WebhookPatchBody,
        response: { 200: WebhookBody, ...failures(...ITEM, ...BODY, 'WEBHOOK_URL_BLOCKED') },
      },
    },
    async (request) => {
      const patch = patchOf(request.body);
      return webhookView(await changeWebhook(ports, callerOf(request), request.params.webhook_id, patch));
    },
  );

  app.delete(
    '/v1/webhooks/:webhook_id',
    {
      onRequest: ofItem,
      schema: {
        operationId: 'deleteWebhook',
        summary: 'Remove an endpoint and its log',
        tags,
        security: credentials('webhook.manage'),
        params: WebhookParams,
        response: { 204: z.undefined().describe('Removed.'), ...failures(...ITEM) },
      },
    },
    async (request, reply) => {
      await deleteWebhook(ports, callerOf(request), request.params.webhook_id);
      return reply.code(204).send();
    },
  );

  app.post(
    '/v1/webhooks/:webhook_id/rotate-secret',
    {
      onRequest: ofItem,
      schema: {
        operationId: 'rotateWebhookSecret',
        summary: 'Give the endpoint a new secret',
        description: 'The old one keeps signing beside it for 24 hours. The answer shows the new one, once.',
        tags,
        security: credentials('webhook.manage'),
        params: WebhookParams,
        response: { 200: WebhookWithSecretBody, ...failures(...ITEM) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return webhookWithSecretView(await rotateSecret(ports, callerOf(request), request.params.webhook_id));
    },
  );
}
