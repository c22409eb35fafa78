/** What the repositories of webhooks share: rows as ports show them, the body of an event. @module */
import type { EventName } from '../../../app/ports/delivery/events.ts';
import type { Delivery, DisabledReason, Subscription, Webhook } from '../../../app/ports/delivery/webhooks.ts';
import { secretText } from '../../webhooks/signature.ts';
import { noLaterThanNow } from '../connection/databaseClock.ts';
import { type outbox, webhookDeliveries, type webhooks } from '../schema/delivery.ts';
import { unseal } from '../../crypto/seal.ts';

export type WebhookRow = typeof webhooks.$inferSelect;
export type DeliveryRow = typeof webhookDeliveries.$inferSelect;
export type OutboxRow = typeof outbox.$inferSelect;

export const toWebhook = (row: WebhookRow): Webhook => ({
  id: row.id,
  organizationId: row.organizationId,
  url: row.url,
  events: row.events as Subscription[],
  active: row.active,
  description: row.description,
  previousSecretUntil: row.previousSecretUntil,
  failingSince: row.failingSince,
  disabledAt: row.disabledAt,
  disabledReason: row.disabledReason as DisabledReason | null,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

export function toDelivery({ leaseUntil: _leaseUntil, event, ...row }: DeliveryRow): Delivery {
  return { ...row, event: event as EventName };
}

/** The body that receivers get, exactly these members; made once, so that every attempt sends the same bytes. */
export const bodyOf = ({ event, timestamp, data }: Pick<OutboxRow, 'event' | 'timestamp' | 'data'>): string =>
  JSON.stringify({ event, timestamp: timestamp.toISOString(), data });

export const dueNow = (at: Date) =>
  ({ status: 'pending', attempt: 0, nextAttemptAt: noLaterThanNow(at), createdAt: at }) as const;

export const webhookSecretContext = (webhookId: string): string => `assay webhook secret ${webhookId}`;

/**
 * Those that sign at a moment: the present one, then the one before it while that is still valid. Null when the
 * present one does not open: it was sealed under another key encryption key, or lies in a row that is not its own. One
 * before it that does not open signs nothing, so that a rotation mends the endpoint at once.
 */
export function signingSecrets(
  keyEncryptionKey: Uint8Array,
  row: Pick<WebhookRow, 'id' | 'secretSealed' | 'previousSecretSealed' | 'previousSecretUntil'>,
  at: Date,
): string[] | null {
  const open = (sealed: Uint8Array): string | null => {
    try {
      return secretText(unseal(keyEncryptionKey, webhookSecretContext(row.id), sealed));
    } catch {
      return null;
    }
  };
  const present = open(row.secretSealed);
  if (present === null) return null;
  const { previousSecretSealed: sealed, previousSecretUntil: until } = row;
  const previous = sealed && until && until > at ? open(sealed) : null;
  return previous === null ? [present] : [present, previous];
}
