/** Endpoints and their deliveries in memory, with the rules of the ports. @module */
import { AppError } from '@assay/core/errors';
import { onlyInDatabase } from './onlyInDatabase.ts';
import type { Ids } from '../../src/app/ports/runtime/runtime.ts';
import type { Deliveries, Delivery, NewWebhook, Webhook, Webhooks } from '../../src/app/ports/delivery/webhooks.ts';

export interface MemoryWebhooks {
  readonly webhooks: Webhooks;
  readonly deliveries: Deliveries;
}

const pageOf = <T>(all: readonly T[], { page, pageSize }: { page: number; pageSize: number }) => ({
  items: all.toReversed().slice((page - 1) * pageSize, page * pageSize),
  total: all.length,
});

const QUIET = { failingSince: null, disabledAt: null, disabledReason: null };

const freshWebhook = ({ createdBy: _createdBy, ...webhook }: NewWebhook): Webhook => ({
  ...webhook,
  ...QUIET,
  previousSecretUntil: null,
  updatedAt: null,
});

export function memoryWebhooks(ids: Ids): MemoryWebhooks {
  const webhooks = new Map<string, Webhook>();
  const deliveries = new Map<string, Delivery>();
  const secret = (): string => `whsec_${Buffer.from(ids.uuid().replaceAll('-', '')).toString('base64')}`;
  const own = (organizationId: string, id: string): Webhook | null => {
    const webhook = webhooks.get(id);
    return webhook?.organizationId === organizationId ? webhook : null;
  };
  const queue = (
    [webhookId, id]: readonly [string, string],
    { eventId, event, body }: Pick<Delivery, 'eventId' | 'event' | 'body'>,
    at: Date,
  ): Delivery => {
    const delivery: Delivery = {
      id,
      webhookId,
      eventId,
      event,
      body,
      redelivery: [...deliveries.values()].filter((one) => one.webhookId === webhookId && one.eventId === eventId)
        .length,
      status: 'pending',
      attempt: 0,
      nextAttemptAt: at,
      responseStatus: null,
      responseBody: null,
      error: null,
      durationMs: null,
      createdAt: at,
      deliveredAt: null,
    };
    deliveries.set(delivery.id, delivery);
    return delivery;
  };
  return {
    webhooks: {
      async create(webhook, endpointsMax) {
        const used = [...webhooks.values()].filter(
          ({ organizationId }) => organizationId === webhook.organizationId,
        ).length;
        if (used >= endpointsMax)
          throw new AppError('QUOTA_EXCEEDED', 'No more endpoints.', { extra: { limit: endpointsMax, used } });
        webhooks.set(webhook.id, freshWebhook(webhook));
        return { webhook: freshWebhook(webhook), secret: secret() };
      },
      list: async (organizationId, request) =>
        pageOf(
          [...webhooks.values()].filter((webhook) => webhook.organizationId === organizationId),
          request,
        ),
      find: async (id) => webhooks.get(id) ?? null,
      withSecret: onlyInDatabase('webhooks.withSecret'),
      async change(organizationId, id, patch, at, check) {
        const webhook = own(organizationId, id);
        if (!webhook) return null;
        check?.(webhook);
        const changed = { ...webhook, ...patch, ...(patch.active ? QUIET : {}), updatedAt: at };
        webhooks.set(id, changed);
        return changed;
      },
      async rotateSecret(organizationId, id, previousUntil, at) {
        const webhook = own(organizationId, id);
        if (!webhook) return null;
        const rotated = { ...webhook, previousSecretUntil: previousUntil, updatedAt: at };
        webhooks.set(id, rotated);
        return { webhook: rotated, secret: secret() };
      },
      async remove(organizationId, id, check) {
        const webhook = own(organizationId, id);
        if (webhook) check?.(webhook);
        return webhook !== null && webhooks.delete(id);
      },
    },
    deliveries: {
      list: async (webhookId, { status, ...request }) =>
        pageOf(
          [...deliveries.values()].filter(
            (delivery) => delivery.webhookId === webhookId && (!status || delivery.status === status),
          ),
          request,
        ),
      async find(webhookId, id) {
        const delivery = deliveries.get(id);
        return delivery?.webhookId === webhookId ? delivery : null;
      },
      // Nothing is sent in these tests.
      attempts: async () => [],
      add: async (webhookId, { id: eventId, event, timestamp, data }, id) =>
        queue([webhookId, id], { eventId, event, body: JSON.stringify({ event, timestamp, data }) }, timestamp),
      async repeat(webhookId, id, as, at) {
        const delivery = deliveries.get(id);
        return delivery?.webhookId === webhookId ? queue([webhookId, as], delivery, at) : null;
      },
      // The outbox of these tests has nothing that was dispatched.
      recover: async () => ({ queued: 0, complete: true }),
    },
  };
}
