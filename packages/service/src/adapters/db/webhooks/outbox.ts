/** Events, written with the change they tell of. @module */
import type { Outbox, OutboxEvent } from '../../../app/ports/delivery/events.ts';
import type { Database, Queries } from '../connection/database.ts';
import { outbox } from '../schema/delivery.ts';
import { storableJson } from '../connection/storable.ts';

export async function insertEvents(transaction: Queries, events: readonly OutboxEvent[]): Promise<void> {
  if (events.length === 0) return;
  await transaction.insert(outbox).values(events.map((event) => ({ ...event, data: storableJson(event.data) })));
}

export const createOutbox = (database: Database): Outbox => ({
  add: (events) => database.write((transaction) => insertEvents(transaction, events)),
});
