/** Webhooks and deliveries as JSON. @module */
import type { z } from 'zod';
import { EVENTS } from '../../app/ports/delivery/events.ts';
import type { Delivery, LoggedDelivery, Webhook, WithSecret } from '../../app/ports/delivery/webhooks.ts';
import type {
  DeliveryBody,
  DeliveryLineBody,
  WebhookBody,
  WebhookEventPage,
  WebhookWithSecretBody,
} from '../schemas/webhook.ts';

const timeOrNull = (at: Date | null): string | null => at?.toISOString() ?? null;

export const webhookView = (webhook: Webhook): z.output<typeof WebhookBody> => ({
  id: webhook.id,
  organization_id: webhook.organizationId,
  url: webhook.url,
  events: [...webhook.events],
  active: webhook.active,
  description: webhook.description,
  failing_since: timeOrNull(webhook.failingSince),
  disabled_at: timeOrNull(webhook.disabledAt),
  disabled_reason: webhook.disabledReason,
  previous_secret_until: timeOrNull(webhook.previousSecretUntil),
  created_at: webhook.createdAt.toISOString(),
  updated_at: timeOrNull(webhook.updatedAt),
});

export const webhookWithSecretView = ({ webhook, secret }: WithSecret): z.output<typeof WebhookWithSecretBody> => ({
  ...webhookView(webhook),
  secret,
});

export const deliveryLineView = (delivery: Delivery): z.output<typeof DeliveryLineBody> => ({
  id: delivery.id,
  event: delivery.event,
  status: delivery.status,
  attempt: delivery.attempt,
  response_status: delivery.responseStatus,
  duration_ms: delivery.durationMs,
  created_at: delivery.createdAt.toISOString(),
});

export const deliveryView = (delivery: LoggedDelivery): z.output<typeof DeliveryBody> => ({
  ...deliveryLineView(delivery),
  webhook_id: delivery.webhookId,
  event_id: delivery.eventId,
  redelivery: delivery.redelivery,
  request_body: delivery.body,
  response_body: delivery.responseBody,
  error: delivery.error,
  next_attempt_at: timeOrNull(delivery.nextAttemptAt),
  delivered_at: timeOrNull(delivery.deliveredAt),
  attempts: delivery.attempts.map(({ attempt, startedAt, durationMs, responseStatus, error }) => ({
    attempt,
    started_at: startedAt.toISOString(),
    duration_ms: durationMs,
    response_status: responseStatus,
    error,
  })),
});

type EventView = z.output<typeof WebhookEventPage>['items'][number];

export const eventViews = (): EventView[] =>
  Object.entries(EVENTS).map(([event, { trigger, sent, data }]) => ({
    event,
    sent_when: trigger,
    sent,
    data: { ...data },
  }));
