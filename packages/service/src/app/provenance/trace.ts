/** Makes the steps of an asset's history. @module */
import type { Json } from '@assay/core/encoding/canonicalJson';
import type { Caller } from '../accounts/caller.ts';
import type { NewTrace, ProvenanceAction, Relation } from '../ports/assets/provenance.ts';
import type { Ports } from '../ports/ports.ts';

export type TraceDeps = Pick<Ports, 'clock' | 'ids' | 'modelVersion'>;

export interface Parent {
  readonly id: string;
  readonly relation: Relation;
}

/** @param caller null: the service itself */
export function trace(
  { clock, ids, modelVersion }: TraceDeps,
  caller: Caller | null,
  assetId: string,
  action: ProvenanceAction,
  details: Readonly<Record<string, Json>> = {},
  parent: Parent | null = null,
): NewTrace {
  return {
    id: ids.uuid(),
    assetId,
    parentAssetId: parent?.id ?? null,
    relation: parent?.relation ?? null,
    action,
    ...actor(caller),
    tool: modelVersion,
    details: parent ? { ...details, parent_asset_id: parent.id } : details,
    createdAt: clock.now(),
  };
}

function actor(caller: Caller | null): Pick<NewTrace, 'actorId' | 'actorKind'> {
  if (caller === null) return { actorId: null, actorKind: 'service' };
  return caller.kind === 'key'
    ? { actorId: caller.key.id, actorKind: 'api_key' }
    : { actorId: caller.user.id, actorKind: 'user' };
}
