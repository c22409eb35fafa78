/** The log of one endpoint, and sending by hand: a test, one event again, everything that was missed. @module */
import { AppError } from '@assay/core/errors';
import type { Caller } from '../accounts/caller.ts';
import { newEvent } from '../newEvent.ts';
import type { Page } from '../ports/assets/assets.ts';
import type { Ports } from '../ports/ports.ts';
import type { Delivery, DeliveryQuery, LoggedDelivery, Recovered, Webhook } from '../ports/delivery/webhooks.ts';
import { EACH_TIME, type Made, type Once } from '../ports/runtime/idempotency.ts';
import { webhookFor } from './visibleWebhook.ts';

type Deps = Pick<Ports, 'webhooks' | 'deliveries' | 'memberships' | 'clock' | 'ids'>;

/** One call to recover is one transaction; this many rows keep it short. */
const RECOVERED_MAX = 500;

const deliveryNotFound = (): AppError =>
  new AppError('DELIVERY_NOT_FOUND', 'There is no such delivery of this webhook. Deliveries are kept for 30 days.');

export async function listDeliveries(
  deps: Deps,
  caller: Caller,
  webhookId: string,
  query: DeliveryQuery,
): Promise<Page<Delivery>> {
  await webhookFor(deps, caller, webhookId);
  return deps.deliveries.list(webhookId, query);
}

/** @throws {AppError} WEBHOOK_NOT_FOUND, FORBIDDEN, DELIVERY_NOT_FOUND */
export async function getDelivery(deps: Deps, caller: Caller, webhookId: string, id: string): Promise<LoggedDelivery> {
  await webhookFor(deps, caller, webhookId);
  const delivery = await deps.deliveries.find(webhookId, id);
  if (!delivery) throw deliveryNotFound();
  return { ...delivery, attempts: await deps.deliveries.attempts(id) };
}

/** Nothing is sent to an endpoint that is off, so nothing is queued for one. */
async function receiving(deps: Deps, caller: Caller, id: string): Promise<Webhook> {
  const webhook = await webhookFor(deps, caller, id);
  if (!webhook.active)
    throw new AppError('CONFLICT', 'This endpoint is switched off. Set "active" to true, then repeat.');
  return webhook;
}

/** @throws {AppError} WEBHOOK_NOT_FOUND, FORBIDDEN, CONFLICT when the endpoint is off */
export async function testWebhook(
  deps: Deps,
  caller: Caller,
  webhookId: string,
  once: Once = EACH_TIME,
): Promise<Pick<Delivery, 'id'>> {
  if (once.made) return queuedBefore(deps, caller, webhookId, once.made);
  const { organizationId } = await receiving(deps, caller, webhookId);
  const event = newEvent(deps, organizationId, 'webhook.test', { webhook_id: webhookId });
  const id = deps.ids.uuid();
  return once.making({ id }, () => deps.deliveries.add(webhookId, event, id));
}

/** By an earlier try of the same request. */
const queuedBefore = (deps: Deps, caller: Caller, webhookId: string, made: Made): Promise<LoggedDelivery> =>
  getDelivery(deps, caller, webhookId, made['id'] ?? '');

/** @throws {AppError} WEBHOOK_NOT_FOUND, FORBIDDEN, DELIVERY_NOT_FOUND, CONFLICT when the endpoint is off */
export async function redeliver(
  deps: Deps,
  caller: Caller,
  [webhookId, id]: readonly [string, string],
  once: Once = EACH_TIME,
): Promise<LoggedDelivery> {
  if (once.made) return queuedBefore(deps, caller, webhookId, once.made);
  await getDelivery(deps, caller, webhookId, id);
  await receiving(deps, caller, webhookId);
  const as = deps.ids.uuid();
  const queued = await once.making({ id: as }, () => deps.deliveries.repeat(webhookId, id, as, deps.clock.now()));
  if (!queued) throw deliveryNotFound();
  return { ...queued, attempts: [] };
}

/** @throws {AppError} WEBHOOK_NOT_FOUND, FORBIDDEN, CONFLICT when the endpoint is off */
export async function recoverDeliveries(deps: Deps, caller: Caller, id: string, since: Date): Promise<Recovered> {
  const webhook = await receiving(deps, caller, id);
  return deps.deliveries.recover(webhook, since, deps.clock.now(), RECOVERED_MAX);
}
