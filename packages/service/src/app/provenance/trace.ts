/** Makes the steps of an asset's history. @module */
import type { Json } from '@assay/core/provenance/canonicalJson';
import type { Caller } from '../accounts/caller.ts';
import type { NewTrace, ProvenanceAction, Relation } from '../ports/provenance.ts';
import type { Ports } from '../ports/ports.ts';

export type TraceDeps = Pick<Ports, 'clock' | 'ids' | 'modelVersion'>;

export interface Parent {
  readonly id: string;
  readonly relation: Relation;
}

/** @param who null: the service itself */
export function trace(
  { clock, ids, modelVersion }: TraceDeps,
  who: Caller | null,
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
    ...actor(who),
    tool: modelVersion,
    details: parent ? { ...details, parent_asset_id: parent.id } : details,
    createdAt: clock.now(),
  };
}

function actor(who: Caller | null): Pick<NewTrace, 'actorId' | 'actorKind'> {
  if (who === null) return { actorId: null, actorKind: 'service' };
  return who.kind === 'key'
    ? { actorId: who.key.id, actorKind: 'api_key' }
    : { actorId: who.user.id, actorKind: 'user' };
}
