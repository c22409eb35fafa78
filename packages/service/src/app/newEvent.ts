/** The one way to make an event: names and data are those of `EVENTS`. @module */
import type { EventData, EventName, OutboxEvent } from './ports/delivery/events.ts';
import type { Ports } from './ports/ports.ts';

/**
 * An event that happens now. Hand it to the repository that makes the change, which writes both in one transaction, or
 * to `outbox.add` where nothing changes.
 * @param organizationId whose endpoints hear of it
 */
export const newEvent = <Name extends EventName>(
  deps: Pick<Ports, 'clock' | 'ids'>,
  organizationId: string,
  event: Name,
  data: EventData[Name],
): OutboxEvent =>
  // The compiler cannot see that `event` and `data` of one Name make a member of the union.
  ({ id: deps.ids.uuid(), organizationId, event, timestamp: deps.clock.now(), data }) as OutboxEvent;
