/** What the world hears of an asset (G150, G152). @module */
import type { Asset, ProcessingStatus } from '../ports/assets.ts';
import type { EventName, OutboxEvent } from '../ports/events.ts';
import type { Ports } from '../ports/ports.ts';

type Of = Pick<Asset, 'id' | 'organizationId'>;

function assetEvent(
  deps: Pick<Ports, 'clock' | 'ids'>,
  event: EventName,
  asset: Of,
  data: Readonly<Record<string, unknown>>,
): OutboxEvent {
  const { organizationId } = asset;
  return {
    id: deps.ids.uuid(),
    organizationId,
    event,
    timestamp: deps.clock.now(),
    data: { asset_id: asset.id, ...data },
  };
}

/** Data exactly as interface.md lists them. */
export const processedEvent = (
  deps: Pick<Ports, 'clock' | 'ids'>,
  asset: Of,
  status: Extract<ProcessingStatus, 'completed' | 'failed'>,
): OutboxEvent => assetEvent(deps, 'asset.processed', asset, { status });

export const updatedEvent = (deps: Pick<Ports, 'clock' | 'ids'>, asset: Of, fields: readonly string[]): OutboxEvent =>
  assetEvent(deps, 'asset.updated', asset, { changed: fields });

export const deletedEvent = (deps: Pick<Ports, 'clock' | 'ids'>, asset: Of): OutboxEvent =>
  assetEvent(deps, 'asset.deleted', asset, {});
