/** Events on their way out. @module */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid, varchar } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { attempted, attemptStateKnown, bytea, createdAt, id, instant, origin } from './columns.ts';
import { organizations } from './organizations.ts';

/** Written in the transaction of the change an event tells of; a dispatcher makes one delivery for each webhook. */
export const outbox = pgTable(
  'outbox',
  {
    /** The `webhook-id` of every delivery of this event, by which receivers know a repetition. */
    id: id(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    event: varchar('event', { length: 100 }).notNull(),
    /** When it happened. */
    timestamp: instant('timestamp').notNull(),
    data: jsonb('data').$type<object>().notNull(),
    /** Null until deliveries exist for every webhook that wants it. */
    dispatchedAt: instant('dispatched_at'),
    origin: origin(),
    createdAt: createdAt(),
  },
  (table) => [
    index('outbox_waiting').on(table.dispatchedAt, table.createdAt),
    index('outbox_organization').on(table.organizationId, table.timestamp),
    index('outbox_dispatched').on(table.createdAt).where(sql`${table.dispatchedAt} is not null`),
  ],
);

export const webhooks = pgTable(
  'webhooks',
  {
    id: id(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    url: varchar('url', { length: 2048 }).notNull(),
    events: text('events').array().notNull(),
    active: boolean('active').notNull().default(true),
    description: varchar('description', { length: 500 }),
    /** 32 bytes under the service's key encryption key. */
    secretSealed: bytea('secret_sealed').notNull(),
    /** Signs beside the new one until `previous_secret_until`. */
    previousSecretSealed: bytea('previous_secret_sealed'),
    previousSecretUntil: instant('previous_secret_until'),
    /** Since when every attempt fails; five days end in `disabled_at`. */
    failingSince: instant('failing_since'),
    /** When the owner was warned of it; an earlier time than `failing_since` is of an earlier failure. */
    failingToldAt: instant('failing_told_at'),
    disabledAt: instant('disabled_at'),
    disabledReason: text('disabled_reason'),
    createdAt: createdAt(),
    updatedAt: instant('updated_at'),
  },
  (table) => [index('webhooks_organization').on(table.organizationId)],
);

export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: id(),
    webhookId: uuid('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    /** Kept after the outbox row is gone, hence no foreign key. */
    eventId: uuid('event_id').notNull(),
    event: varchar('event', { length: 100 }).notNull(),
    /** 0 = sent because of the event; 1, 2, ... = sent again by hand. */
    redelivery: integer('redelivery').notNull().default(0),
    /** The exact body; the same on every attempt. */
    body: text('body').notNull(),
    ...attempted(),
    responseStatus: integer('response_status'),
    /** At most 4 KiB: enough to debug with, no store for whatever an endpoint answers. */
    responseBody: text('response_body'),
    durationMs: integer('duration_ms'),
    origin: origin(),
    createdAt: createdAt(),
    deliveredAt: instant('delivered_at'),
  },
  (table) => [
    unique('webhook_deliveries_webhook_event_redelivery_unique').on(table.webhookId, table.eventId, table.redelivery),
    index('webhook_deliveries_due').on(table.status, table.nextAttemptAt),
    index('webhook_deliveries_created').on(table.webhookId, table.createdAt),
    index('webhook_deliveries_ended').on(table.createdAt).where(sql`${table.status} in ('delivered', 'failed')`),
    attemptStateKnown('webhook_deliveries_status_known', table.status),
  ],
);

/** At most ten of a delivery, and with it they go. */
export const webhookDeliveryAttempts = pgTable(
  'webhook_delivery_attempts',
  {
    deliveryId: uuid('delivery_id')
      .notNull()
      .references(() => webhookDeliveries.id, { onDelete: 'cascade' }),
    /** 1 = the first. */
    attempt: integer('attempt').notNull(),
    startedAt: instant('started_at').notNull(),
    /** Null, like what follows: it is under way, or ended with its process. */
    durationMs: integer('duration_ms'),
    responseStatus: integer('response_status'),
    error: text('error'),
  },
  (table) => [primaryKey({ columns: [table.deliveryId, table.attempt] })],
);

/** Mails, written in the transaction of what causes them. Nothing refers to whom they go to: the last one tells of the end of an account. */
export const mails = pgTable(
  'mails',
  {
    id: id(),
    recipient: varchar('recipient', { length: 255 }).notNull(),
    subject: text('subject').notNull(),
    /** Under the service's key encryption key, since links in it are secrets; null once it was sent, or kept long enough. */
    textSealed: bytea('text_sealed'),
    /** When the link in it ends, and with it the sense of sending it; null: never. */
    validUntil: instant('valid_until'),
    ...attempted(),
    origin: origin(),
    createdAt: createdAt(),
    /** Sent, or given up. */
    endedAt: instant('ended_at'),
  },
  (table) => [
    index('mails_due').on(table.status, table.nextAttemptAt),
    index('mails_ended').on(table.status, table.endedAt),
    attemptStateKnown('mails_status_known', table.status),
  ],
);
