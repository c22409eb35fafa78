/** Events, written with the change they tell of. @module */
import type { OutboxEvent } from '../../app/ports/events.ts';
import type { Queries } from './database.ts';
import { outbox } from './schema/delivery.ts';
import { storableJson } from './storable.ts';

export async function insertEvents(transaction: Queries, events: readonly OutboxEvent[]): Promise<void> {
  if (events.length === 0) return;
  await transaction.insert(outbox).values(events.map((event) => ({ ...event, data: storableJson(event.data) })));
}
