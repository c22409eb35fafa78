/**
 * The way of an event to endpoints, shared by all processes on a database. Rows are taken with SKIP LOCKED, and each
 * taking counts the attempt up: it is the number that an answer is written down for, so that a process whose lease
 * ended cannot overwrite what its successor found.
 * @module
 */
import { and, arrayOverlaps, asc, eq, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { EventName } from '../../../app/ports/delivery/events.ts';
import type { Ids } from '../../../app/ports/runtime/runtime.ts';
import { NO_ORIGIN } from '../../../app/ports/runtime/traces.ts';
import type {
  ClaimedDelivery,
  ClaimRequest,
  DeliveryQueue,
  Settled,
  Settlement,
} from '../../../app/ports/delivery/webhooks.ts';
import { begun, isDue, isOurs } from '../connection/attempts.ts';
import type { Database, Queries } from '../connection/database.ts';
import { deleteSome } from '../connection/deleteSome.ts';
import { readDatabaseClock } from '../connection/databaseClock.ts';
import { insertEvents } from './outbox.ts';
import { insertMails, type MailSettings } from '../mail/mailRows.ts';
import { outbox, webhookDeliveries, webhookDeliveryAttempts, webhooks } from '../schema/delivery.ts';
import { storableText } from '../connection/storable.ts';
import { bodyOf, dueNow, type OutboxRow, signingSecrets } from './webhookRows.ts';
import { endWaiting } from './webhooks.ts';

export type QueueSettings = MailSettings;

export function createDeliveryQueue(database: Database, settings: QueueSettings): DeliveryQueue {
  return {
    now: () => database.read(readDatabaseClock),

    fanOut: (limit, at) =>
      database.write(async (transaction) => {
        const waiting = await transaction
          .select()
          .from(outbox)
          .where(isNull(outbox.dispatchedAt))
          .orderBy(asc(outbox.createdAt), asc(outbox.id))
          .limit(limit)
          .for('update', { skipLocked: true });
        for (const event of waiting) await deliveriesOf(transaction, settings.ids, event, at);
        const ids = waiting.map(({ id }) => id);
        if (ids.length > 0) await transaction.update(outbox).set({ dispatchedAt: at }).where(inArray(outbox.id, ids));
        return waiting.length;
      }),

    claim: (request) => database.write((transaction) => claim(transaction, settings.keyEncryptionKey, request)),

    settle: (claimed, settlement) =>
      database.write((transaction) => settle(transaction, settings, claimed, settlement)),

    purge: (before, limit) =>
      database.write(async (transaction) => {
        // In the words of the index.
        const isEnded = sql`${webhookDeliveries.status} in ('delivered', 'failed')`;
        const endedBefore = and(lt(webhookDeliveries.createdAt, before), isEnded);
        const toldBefore = and(lt(outbox.createdAt, before), isNotNull(outbox.dispatchedAt));
        return Math.max(
          await deleteSome(transaction, webhookDeliveries, endedBefore, webhookDeliveries.createdAt, limit),
          await deleteSome(transaction, outbox, toldBefore, outbox.createdAt, limit),
        );
      }),
  };
}

/**
 * One for each endpoint that is on, subscribes, and was there when it happened, by the database's clock: what waited longer in the outbox than the
 * endpoint exists is none of its news (`recover` brings that on request). A second run makes none.
 */
async function deliveriesOf(transaction: Queries, ids: Ids, event: OutboxRow, at: Date): Promise<void> {
  const targets = await transaction
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(
      and(
        eq(webhooks.organizationId, event.organizationId),
        eq(webhooks.active, true),
        lte(webhooks.createdAt, event.createdAt),
        arrayOverlaps(webhooks.events, [event.event, '*']),
      ),
    );
  if (targets.length === 0) return;
  const body = bodyOf(event);
  const rows = targets.map(({ id }) => ({
    id: ids.uuid(),
    webhookId: id,
    eventId: event.id,
    event: event.event,
    body,
    // Not of whoever happens to look into the outbox.
    origin: event.origin,
    ...dueNow(at),
  }));
  await transaction.insert(webhookDeliveries).values(rows).onConflictDoNothing();
}

/**
 * Organizations take turns, and of each its endpoints: the first of every organization stand before the second of any, so that
 * whoever keeps many slow endpoints busy delays another by one answer.
 */
function inTurns(
  transaction: Queries,
  { now, limitEach, busy, busyOrganizations }: Omit<ClaimRequest, 'leaseUntil' | 'limit' | 'limitOrganization'>,
) {
  const { id, webhookId, nextAttemptAt } = webhookDeliveries;
  const isNoneOf = (column: AnyPgColumn, ids: readonly string[]) =>
    ids.length === 0 ? undefined : sql`${column} <> all(${sql.param([...ids])}::uuid[])`;
  const turn = sql<number>`row_number() over (partition by ${webhookId} order by ${nextAttemptAt} nulls first, ${id})`;
  const ofEndpoints = transaction
    .select({ id, nextAttemptAt, organizationId: webhooks.organizationId, turn: turn.as('turn') })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookId))
    .where(
      and(
        isDue(webhookDeliveries, now),
        isNoneOf(webhookId, busy),
        isNoneOf(webhooks.organizationId, busyOrganizations),
      ),
    )
    .as('of_endpoints');
  const order = sql`${ofEndpoints.nextAttemptAt} nulls first, ${ofEndpoints.id}`;
  const turnOfAll = sql<number>`row_number() over (partition by ${ofEndpoints.organizationId} order by ${order})`;
  return transaction
    .select({ id: ofEndpoints.id, turn: turnOfAll.as('turn_of_all') })
    .from(ofEndpoints)
    .where(sql`${ofEndpoints.turn} <= ${limitEach}`)
    .as('in_turns');
}

async function claim(
  transaction: Queries,
  keyEncryptionKey: Uint8Array,
  { leaseUntil, limit, limitOrganization, ...request }: ClaimRequest,
): Promise<readonly ClaimedDelivery[]> {
  const { id, nextAttemptAt } = webhookDeliveries;
  const { now } = request;
  const turns = inTurns(transaction, request);
  // `isDue` stands here once more: it is judged again on the locked row, which another process may just have taken.
  const locked = await transaction
    .select({ id })
    .from(webhookDeliveries)
    .innerJoin(turns, eq(turns.id, id))
    .where(and(sql`${turns.turn} <= ${limitOrganization}`, isDue(webhookDeliveries, now)))
    .orderBy(turns.turn, sql`${nextAttemptAt} nulls first`, id)
    .limit(limit)
    .for('update', { of: webhookDeliveries, skipLocked: true });
  if (locked.length === 0) return [];
  const ids = locked.map((row) => row.id);
  const taken = await transaction
    .update(webhookDeliveries)
    .set(begun(webhookDeliveries, leaseUntil))
    .where(inArray(id, ids))
    .returning();
  const attempts = taken.map((row) => ({ deliveryId: row.id, attempt: row.attempt, startedAt: now }));
  await transaction.insert(webhookDeliveryAttempts).values(attempts);
  const endpoints = await transaction
    .select()
    .from(webhooks)
    .where(
      inArray(
        webhooks.id,
        taken.map((row) => row.webhookId),
      ),
    );
  return taken.map((row): ClaimedDelivery => {
    const webhook = endpoints.find((candidate) => candidate.id === row.webhookId)!;
    return {
      id: row.id,
      webhookId: row.webhookId,
      eventId: row.eventId,
      event: row.event as EventName,
      body: row.body,
      attempt: row.attempt,
      organizationId: webhook.organizationId,
      url: webhook.url,
      secrets: signingSecrets(keyEncryptionKey, webhook, now),
      failingSince: webhook.failingSince,
      origin: row.origin ?? NO_ORIGIN,
    };
  });
}

async function settle(
  transaction: Queries,
  settings: QueueSettings,
  claimed: ClaimedDelivery,
  settlement: Settlement,
): Promise<Settled> {
  const { at, disable, warn, status, nextAttemptAt, responseStatus, responseBody, error, durationMs } = settlement;
  const ofWebhook = eq(webhooks.id, claimed.webhookId);
  const [webhook] = await transaction.select({ active: webhooks.active }).from(webhooks).where(ofWebhook).for('update');
  const isOver = status === 'pending' && webhook?.active === false;
  const answered = { responseStatus, error: storableText(error), durationMs };
  // A late answer was an answer all the same.
  await transaction.update(webhookDeliveryAttempts).set(answered).where(ofAttempt(claimed));
  const [written] = await transaction
    .update(webhookDeliveries)
    .set({
      status: isOver ? 'failed' : status,
      nextAttemptAt: isOver ? null : nextAttemptAt,
      leaseUntil: null,
      ...answered,
      responseBody: storableText(responseBody),
      deliveredAt: status === 'delivered' ? at : null,
    })
    .where(isOurs(webhookDeliveries, claimed))
    .returning({ id: webhookDeliveries.id });
  if (!written) return 'late';
  if (status === 'delivered') await transaction.update(webhooks).set({ failingSince: null }).where(ofWebhook);
  else if (disable && webhook?.active) {
    await switchOff(transaction, settings, claimed.webhookId, disable, at);
    return 'disabled';
  } else {
    const since = sql`coalesce(${webhooks.failingSince}, ${sql.param(at, webhooks.failingSince)})`;
    await transaction.update(webhooks).set({ failingSince: since }).where(ofWebhook);
    if (warn && webhook?.active && (await markWarned(transaction, claimed.webhookId, at))) {
      await insertMails(transaction, settings, warn.mail);
      return 'warned';
    }
  }
  return 'written';
}

const ofAttempt = ({ id, attempt }: Pick<ClaimedDelivery, 'id' | 'attempt'>) =>
  and(eq(webhookDeliveryAttempts.deliveryId, id), eq(webhookDeliveryAttempts.attempt, attempt));

/** False if the owner was warned since the endpoint began to fail. */
async function markWarned(transaction: Queries, webhookId: string, at: Date): Promise<boolean> {
  const { id, failingSince, failingToldAt } = webhooks;
  const isNew = or(isNull(failingToldAt), lt(failingToldAt, failingSince));
  const { rowCount } = await transaction
    .update(webhooks)
    .set({ failingToldAt: at })
    .where(and(eq(id, webhookId), isNew));
  return rowCount === 1;
}

async function switchOff(
  transaction: Queries,
  settings: QueueSettings,
  webhookId: string,
  { reason, event, mail }: NonNullable<Settlement['disable']>,
  at: Date,
): Promise<void> {
  await transaction
    .update(webhooks)
    .set({ active: false, disabledAt: at, disabledReason: reason, updatedAt: at })
    .where(eq(webhooks.id, webhookId));
  await endWaiting(transaction, webhookId, `The endpoint was switched off: ${reason}.`);
  await insertEvents(transaction, [event]);
  await insertMails(transaction, settings, mail);
}
