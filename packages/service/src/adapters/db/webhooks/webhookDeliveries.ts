/** The log of deliveries, and what an owner queues by hand. @module */
import { and, asc, count, desc, eq, gte, inArray, max, notExists, sql } from 'drizzle-orm';
import type {
  Deliveries,
  Delivery,
  DeliveryAttempt,
  DeliveryQuery,
  Webhook,
} from '../../../app/ports/delivery/webhooks.ts';
import type { Ids } from '../../../app/ports/runtime/runtime.ts';
import type { Database, Queries } from '../connection/database.ts';
import { outbox, webhookDeliveries, webhookDeliveryAttempts, webhooks } from '../schema/delivery.ts';
import { storableJson } from '../connection/storable.ts';
import { bodyOf, dueNow, type OutboxRow, toDelivery } from './webhookRows.ts';

export function createDeliveries(database: Database, { ids }: { readonly ids: Ids }): Deliveries {
  const again = async (
    transaction: Queries,
    [webhookId, id]: readonly [string, string],
    of: Queued,
    at: Date,
  ): Promise<Delivery> => {
    const [row] = await transaction
      .insert(webhookDeliveries)
      .values({
        id,
        webhookId,
        ...of,
        redelivery: await nextRedelivery(transaction, webhookId, of),
        ...dueNow(at),
      })
      .returning();
    return toDelivery(row!);
  };

  return {
    list: (webhookId, query) =>
      database.read(async (queries) => {
        const chosen = chosenBy(webhookId, query);
        const [counted] = await queries.select({ total: count() }).from(webhookDeliveries).where(chosen);
        const rows = await queries
          .select()
          .from(webhookDeliveries)
          .where(chosen)
          .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
          .limit(query.pageSize)
          .offset((query.page - 1) * query.pageSize);
        return { items: rows.map(toDelivery), total: counted?.total ?? 0 };
      }),

    find: (webhookId, id) => database.read((queries) => oneDelivery(queries, webhookId, id)),

    attempts: (deliveryId) => database.read((queries) => attemptsOf(queries, deliveryId)),

    add: (webhookId, { id: eventId, event, timestamp, data }, id) =>
      database.write((transaction) => {
        const body = bodyOf({ event, timestamp, data: storableJson(data) });
        return again(transaction, [webhookId, id], { eventId, event, body }, timestamp);
      }),

    repeat: (webhookId, id, as, at) =>
      database.write(async (transaction) => {
        await lockWebhook(transaction, webhookId);
        const delivery = await oneDelivery(transaction, webhookId, id);
        if (!delivery) return null;
        const { eventId, event, body } = delivery;
        return again(transaction, [webhookId, as], { eventId, event, body }, at);
      }),

    recover: (webhook, since, at, eventsMax) =>
      database.write(async (transaction) => {
        await lockWebhook(transaction, webhook.id);
        // One more than may be queued tells whether there is more.
        const missed = await missedEvents(transaction, webhook, since, eventsMax + 1);
        for (const missedEvent of missed.slice(0, eventsMax)) {
          const { id: eventId, event } = missedEvent;
          await again(transaction, [webhook.id, ids.uuid()], { eventId, event, body: bodyOf(missedEvent) }, at);
        }
        return { queued: Math.min(missed.length, eventsMax), complete: missed.length <= eventsMax };
      }),
  };
}

type Queued = Pick<Delivery, 'eventId' | 'body'> & { readonly event: string };

const chosenBy = (webhookId: string, { status }: DeliveryQuery) =>
  and(eq(webhookDeliveries.webhookId, webhookId), status && eq(webhookDeliveries.status, status));

async function oneDelivery(queries: Queries, webhookId: string, id: string): Promise<Delivery | null> {
  const [row] = await queries
    .select()
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.webhookId, webhookId)));
  return row ? toDelivery(row) : null;
}

async function attemptsOf(queries: Queries, deliveryId: string): Promise<DeliveryAttempt[]> {
  const rows = await queries
    .select()
    .from(webhookDeliveryAttempts)
    .where(eq(webhookDeliveryAttempts.deliveryId, deliveryId))
    .orderBy(asc(webhookDeliveryAttempts.attempt));
  return rows.map(({ deliveryId: _of, ...row }) => row);
}

/** Of two hands that queue the same event, the second sees what the first did. */
const lockWebhook = (transaction: Queries, webhookId: string) =>
  transaction.select({ id: webhooks.id }).from(webhooks).where(eq(webhooks.id, webhookId)).for('update');

async function nextRedelivery(
  transaction: Queries,
  webhookId: string,
  { eventId }: Pick<Queued, 'eventId'>,
): Promise<number> {
  const [row] = await transaction
    .select({ last: max(webhookDeliveries.redelivery) })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.eventId, eventId)));
  return row?.last === null || row?.last === undefined ? 0 : row.last + 1;
}

/** Of the organization, subscribed, dispatched, and without a delivery that arrived or still may. */
function missedEvents(transaction: Queries, webhook: Webhook, since: Date, limit: number): Promise<OutboxRow[]> {
  const alive = transaction
    .select({ one: sql`1` })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.webhookId, webhook.id),
        eq(webhookDeliveries.eventId, outbox.id),
        inArray(webhookDeliveries.status, ['pending', 'delivering', 'delivered']),
      ),
    );
  const names = webhook.events.filter((name) => name !== '*');
  return transaction
    .select()
    .from(outbox)
    .where(
      and(
        eq(outbox.organizationId, webhook.organizationId),
        gte(outbox.timestamp, since),
        // What waits in the outbox goes out by itself.
        sql`${outbox.dispatchedAt} is not null`,
        webhook.events.includes('*') ? undefined : inArray(outbox.event, names),
        notExists(alive),
      ),
    )
    .orderBy(asc(outbox.timestamp), asc(outbox.id))
    .limit(limit);
}
