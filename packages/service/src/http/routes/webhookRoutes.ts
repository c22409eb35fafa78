/** What the routes of webhooks and of their deliveries share. @module */
import type { onRequestAsyncHookHandler } from 'fastify';
import type { Ports } from '../../app/ports/ports.ts';
import { webhookFor } from '../../app/webhooks/visibleWebhook.ts';
import { callerOf } from '../auth.ts';
import { IdInput } from '../schemas/common.ts';
import { NEEDS_CREDENTIAL } from '../security.ts';

export const tags = ['Webhooks'];
export const ITEM = [...NEEDS_CREDENTIAL, 'FORBIDDEN', 'WEBHOOK_NOT_FOUND', 'VALIDATION_ERROR'] as const;
export const BODY = ['VALIDATION_ERROR', 'UNSUPPORTED_MEDIA_TYPE', 'PAYLOAD_TOO_LARGE'] as const;

/** 404 and 403 come before anything said of the body (order of checks); a malformed id is left to the schema. */
export const webhookExistsFirst = (ports: Pick<Ports, 'webhooks' | 'memberships'>): onRequestAsyncHookHandler =>
  async function findWebhook(request) {
    const id = IdInput.safeParse((request.params as Record<string, unknown>).webhook_id);
    if (id.success) await webhookFor(ports, callerOf(request), id.data);
  };
