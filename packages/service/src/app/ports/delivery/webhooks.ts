/** Endpoints that hear of events, their deliveries, and what sending one needs. @module */
import type { Page, Precondition, PageRequest } from '../assets/assets.ts';
import type { Origin } from '../runtime/traces.ts';
import type { EventName, OutboxEvent } from './events.ts';
import type { Mail } from './mail.ts';

/** What an endpoint may subscribe to; `*` is every event, also ones of later versions. */
export type Subscription = EventName | '*';

export type DisabledReason = 'gone' | 'failing';

export interface Webhook {
  readonly id: string;
  readonly organizationId: string;
  readonly url: string;
  readonly events: readonly Subscription[];
  readonly active: boolean;
  readonly description: string | null;
  /** The secret before the last rotation signs beside the present one until then. */
  readonly previousSecretUntil: Date | null;
  /** Since when every attempt fails; null after a success. */
  readonly failingSince: Date | null;
  /** Set when the service switched it off, null when its owner did or it is on. */
  readonly disabledAt: Date | null;
  readonly disabledReason: DisabledReason | null;
  readonly createdAt: Date;
  readonly updatedAt: Date | null;
}

export interface NewWebhook extends Pick<Webhook, 'id' | 'organizationId' | 'url' | 'events' | 'active'> {
  readonly description: string | null;
  readonly createdBy: string;
  readonly createdAt: Date;
}

export type WebhookPatch = Partial<Pick<Webhook, 'url' | 'events' | 'active' | 'description'>>;

/** `secret` is `whsec_` and base64 of 32 random bytes; it is not shown again. */
export interface WithSecret {
  readonly webhook: Webhook;
  readonly secret: string;
}

export interface Webhooks {
  /** @throws {AppError} QUOTA_EXCEEDED when the organization has `endpointsMax` already */
  create(webhook: NewWebhook, endpointsMax: number): Promise<WithSecret>;
  list(organizationId: string, request: PageRequest): Promise<Page<Webhook>>;
  find(id: string): Promise<Webhook | null>;
  /** With the present secret; null if there is none, or it does not open. */
  withSecret(id: string): Promise<WithSecret | null>;
  /**
   * `active: true` forgives what failed before; `active: false` ends deliveries that wait. Null if there is none.
   */
  change(
    organizationId: string,
    id: string,
    patch: WebhookPatch,
    at: Date,
    check?: Precondition<Webhook>,
  ): Promise<Webhook | null>;
  rotateSecret(organizationId: string, id: string, previousUntil: Date, at: Date): Promise<WithSecret | null>;
  /** With its deliveries; false if there is none. */
  remove(organizationId: string, id: string, check?: Precondition<Webhook>): Promise<boolean>;
}

export type DeliveryStatus = 'pending' | 'delivering' | 'delivered' | 'failed';
export const DELIVERY_STATUSES = [
  'pending',
  'delivering',
  'delivered',
  'failed',
] as const satisfies readonly DeliveryStatus[];

/** One event on its way to one endpoint. */
export interface Delivery {
  readonly id: string;
  readonly webhookId: string;
  /** Sent as `webhook-id`; the same for every delivery of one event. */
  readonly eventId: string;
  readonly event: EventName;
  /** 0 = sent because of the event; 1, 2, ... = sent again by hand. */
  readonly redelivery: number;
  /** The exact body of every attempt. */
  readonly body: string;
  readonly status: DeliveryStatus;
  /** Attempts begun so far. */
  readonly attempt: number;
  readonly nextAttemptAt: Date | null;
  /** Of the last attempt: what came back, or why nothing did. */
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
  readonly error: string | null;
  readonly durationMs: number | null;
  readonly createdAt: Date;
  readonly deliveredAt: Date | null;
}

/** Without a duration: it is under way, or its process ended before the answer. */
export interface DeliveryAttempt extends Pick<Delivery, 'attempt' | 'durationMs' | 'responseStatus' | 'error'> {
  readonly startedAt: Date;
}

/** With every attempt so far, the first one first. */
export interface LoggedDelivery extends Delivery {
  readonly attempts: readonly DeliveryAttempt[];
}

export interface DeliveryQuery extends PageRequest {
  readonly status?: DeliveryStatus;
}

export interface Recovered {
  /** Deliveries that were queued. */
  readonly queued: number;
  /** False if there is more than one call may queue; the next call goes on. */
  readonly complete: boolean;
}

export interface Deliveries {
  /** The newest first. */
  list(webhookId: string, query: DeliveryQuery): Promise<Page<Delivery>>;
  find(webhookId: string, id: string): Promise<Delivery | null>;
  /** The first one first. */
  attempts(deliveryId: string): Promise<readonly DeliveryAttempt[]>;
  /** Queues an event for this endpoint alone, due at once. @param id of the delivery */
  add(webhookId: string, event: OutboxEvent, id: string): Promise<Delivery>;
  /** Queues the same event with the same body once more; null if there is no such delivery. @param as the id of the new one */
  repeat(webhookId: string, id: string, as: string, at: Date): Promise<Delivery | null>;
  /** Queues what the endpoint subscribes to, happened at or after `since`, and neither arrived nor waits. */
  recover(webhook: Webhook, since: Date, at: Date, eventsMax: number): Promise<Recovered>;
}

/** A delivery that this process alone may attempt until its lease ends. */
export interface ClaimedDelivery extends Pick<Delivery, 'id' | 'webhookId' | 'eventId' | 'event' | 'body' | 'attempt'> {
  readonly organizationId: string;
  readonly url: string;
  /** `whsec_...`; more than one while rotating, the newest first. Null: the present one does not open. */
  readonly secrets: readonly string[] | null;
  readonly failingSince: Date | null;
  /** Of what happened, or of who sends it again. */
  readonly origin: Origin;
}

export interface ClaimRequest {
  readonly now: Date;
  readonly leaseUntil: Date;
  readonly limit: number;
  /** At most that many of one endpoint, so that a slow one does not hold up the others. */
  readonly limitEach: number;
  /** The same of all endpoints of one organization, since one may have twenty that are slow. */
  readonly limitOrganization: number;
  /** Endpoints to leave out: something of theirs is on its way. */
  readonly busy: readonly string[];
  /** Organizations to leave out: they have their part of what is on its way. */
  readonly busyOrganizations: readonly string[];
}

/** What became of an attempt. */
export interface Settlement extends Pick<Delivery, 'responseStatus' | 'responseBody' | 'error' | 'durationMs'> {
  readonly at: Date;
  readonly status: 'delivered' | 'pending' | 'failed';
  /** For `pending`: when it is tried again. */
  readonly nextAttemptAt: Date | null;
  /** Switches the endpoint off and tells its neighbours, unless that was done already. */
  readonly disable: {
    readonly reason: DisabledReason;
    readonly event: OutboxEvent;
    /** To its owner. */
    readonly mail: Mail | null;
  } | null;
  /** The owner is warned, unless that was done since the endpoint began to fail. */
  readonly warn: { readonly mail: Mail | null } | null;
}

/**
 * `late`: the lease ended meanwhile and the attempt counts no more; `disabled`: it switched the endpoint off; `warned`:
 * it is the one that the owner is warned for.
 */
export type Settled = 'late' | 'written' | 'disabled' | 'warned';

/** The way of events from the outbox to endpoints; one for all processes on a database. */
export interface DeliveryQueue {
  /** By the clock that all these processes share: every instant that the queue is given is one of it. */
  now(): Promise<Date>;
  /** Makes deliveries of the oldest waiting events; the number of events that were taken. */
  fanOut(limit: number, at: Date): Promise<number>;
  /** Takes deliveries that are due, or whose lease ended with the process that held it. */
  claim(request: ClaimRequest): Promise<readonly ClaimedDelivery[]>;
  /** Of several attempts that ask to switch an endpoint off, one alone is told `disabled`; the same for `warned`. */
  settle(claimed: ClaimedDelivery, settlement: Settlement): Promise<Settled>;
  /** Forgets ended deliveries and dispatched events that are older, at most `limit` of each; how many, whichever were more. */
  purge(before: Date, limit: number): Promise<number>;
}

export interface WebhookMessage {
  readonly url: string;
  readonly eventId: string;
  readonly body: string;
  readonly secrets: readonly string[];
}

/** The findings of one attempt; a failure to send is one of them. */
export interface SendOutcome {
  readonly durationMs: number;
  readonly responseStatus: number | null;
  /** At most 4 KiB. */
  readonly responseBody: string | null;
  /** Raw value of `Retry-After`. */
  readonly retryAfter: string | null;
  /** Why there is no answer, a sentence; null if there is one. */
  readonly error: string | null;
}

export interface WebhookSender {
  /** Checks the address again, sends once, follows nothing. Never throws for what the other side does. */
  send(message: WebhookMessage): Promise<SendOutcome>;
}

export interface AddressGuard {
  /** @throws {AppError} WEBHOOK_URL_BLOCKED with the reason */
  assertAllowed(url: string): Promise<void>;
}
