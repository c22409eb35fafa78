/** What the routes of webhooks and of their deliveries share. @module */
import type { onRequestAsyncHookHandler } from 'fastify';
import type { Ports } from '../../../app/ports/ports.ts';
import { webhookFor } from '../../../app/webhooks/visibleWebhook.ts';
import { existsFirst } from '../../request/existsFirst.ts';
import { callerOf } from '../../security/auth.ts';
import { NEEDS_CREDENTIAL } from '../../security/security.ts';

export const ITEM = [...NEEDS_CREDENTIAL, 'FORBIDDEN', 'WEBHOOK_NOT_FOUND', 'VALIDATION_ERROR'] as const;

export const webhookExistsFirst = (ports: Pick<Ports, 'webhooks' | 'memberships'>): onRequestAsyncHookHandler =>
  existsFirst('webhook_id', (request, id) => webhookFor(ports, callerOf(request), id));
