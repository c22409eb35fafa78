/** What the routes of webhooks and of their deliveries share. @module */
import type { FastifyReply, onRequestAsyncHookHandler } from 'fastify';
import type { Ports } from '../../../app/ports/ports.ts';
import { webhookFor } from '../../../app/webhooks/visibleWebhook.ts';
import { existsFirst } from '../../request/existsFirst.ts';
import { callerOf } from '../../security/auth.ts';
import type { z } from 'zod';
import type { Webhook } from '../../../app/ports/delivery/webhooks.ts';
import { webhookVersion } from '../../../app/versions.ts';
import { showVersion } from '../../request/entityTags.ts';
import type { WebhookBody } from '../../schemas/webhook.ts';
import { webhookView } from '../../views/webhook.ts';
import { NEEDS_CREDENTIAL } from '../../security/security.ts';

/** The endpoint as JSON, with its validator. */
export const answerWebhook = (reply: FastifyReply, webhook: Webhook): z.output<typeof WebhookBody> =>
  showVersion(reply, webhookVersion(webhook), webhookView(webhook));

export const ITEM = [...NEEDS_CREDENTIAL, 'FORBIDDEN', 'WEBHOOK_NOT_FOUND', 'VALIDATION_ERROR'] as const;

export const webhookExistsFirst = (ports: Pick<Ports, 'webhooks' | 'memberships'>): onRequestAsyncHookHandler =>
  existsFirst('webhook_id', (request, id) => webhookFor(ports, callerOf(request), id));
