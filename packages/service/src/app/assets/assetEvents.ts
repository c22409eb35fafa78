/** What the world hears of an asset: docs/reference/events.md. @module */
import { newEvent } from '../newEvent.ts';
import type { Asset, ProcessingStatus } from '../ports/assets/assets.ts';
import type { OutboxEvent } from '../ports/delivery/events.ts';
import type { Ports } from '../ports/ports.ts';

type Deps = Pick<Ports, 'clock' | 'ids'>;
type Of = Pick<Asset, 'id' | 'organizationId'>;

export const processedEvent = (
  deps: Deps,
  { id, organizationId }: Of,
  status: Extract<ProcessingStatus, 'completed' | 'failed'>,
): OutboxEvent => newEvent(deps, organizationId, 'asset.processed', { asset_id: id, status });

export const updatedEvent = (deps: Deps, { id, organizationId }: Of, changed: readonly string[]): OutboxEvent =>
  newEvent(deps, organizationId, 'asset.updated', { asset_id: id, changed });

/** @param near the earlier picture that it lies on */
export const nearDuplicateEvent = (deps: Deps, { id, organizationId }: Of, near: Of, similarity: number): OutboxEvent =>
  newEvent(deps, organizationId, 'asset.near_duplicate', { asset_id: id, near_asset_id: near.id, similarity });

/** @param reason null: restored */
export const revokedEvent = (deps: Deps, { id, organizationId }: Of, reason: string | null): OutboxEvent =>
  newEvent(deps, organizationId, 'asset.revoked', { asset_id: id, revoked: reason !== null, reason });

export const deletedEvent = (deps: Deps, { id, organizationId }: Of): OutboxEvent =>
  newEvent(deps, organizationId, 'asset.deleted', { asset_id: id });
