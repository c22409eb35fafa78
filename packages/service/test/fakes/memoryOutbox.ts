/** The outbox in memory. @module */
import type { Outbox, OutboxEvent } from '../../src/app/ports/delivery/events.ts';

export interface MemoryOutbox extends Outbox {
  readonly events: OutboxEvent[];
}

export function memoryOutbox(): MemoryOutbox {
  const events: OutboxEvent[] = [];
  return { events, add: async (added) => void events.push(...added) };
}
