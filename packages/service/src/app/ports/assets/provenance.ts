/** What was done to assets, a hash chain for each; the hashes are those of `@assay/core/provenance/chain`. @module */
import type { Json } from '@assay/core/encoding/canonicalJson';
import type { ProvenanceRecord } from '@assay/core/provenance/chain';

export const PROVENANCE_ACTIONS = [
  'uploaded',
  'marked',
  'robustness_measured',
  'reprocessed',
  'revoked',
  'restored',
  'copy_created',
  'copy_deleted',
  'shared',
  'share_revoked',
  'published',
  'unpublished',
  'archived',
  'committed',
] as const;
export type ProvenanceAction = (typeof PROVENANCE_ACTIONS)[number];

export const RELATIONS = ['derived', 'edited', 'copy', 'recipient_copy', 'imported'] as const;
/** What an asset is to the one it was made from. */
export type Relation = (typeof RELATIONS)[number];

export type ActorKind = 'user' | 'api_key' | 'service';

/** One step, before its repository links it to the last one of the asset. */
export interface NewTrace {
  readonly id: string;
  readonly assetId: string;
  /** The hash covers it as `details.parent_asset_id`, so that the chain survives the deletion of the parent. */
  readonly parentAssetId: string | null;
  readonly relation: Relation | null;
  readonly action: ProvenanceAction;
  readonly actorId: string | null;
  readonly actorKind: ActorKind;
  readonly tool: string;
  readonly details: Readonly<Record<string, Json>>;
  readonly createdAt: Date;
}

/** The step as its hash covers it. */
export const traceRecord = (trace: NewTrace): ProvenanceRecord => ({
  id: trace.id,
  asset_id: trace.assetId,
  action: trace.action,
  relation: trace.relation,
  actor_id: trace.actorId,
  actor_kind: trace.actorKind,
  tool: trace.tool,
  details: trace.details,
  created_at: trace.createdAt.toISOString(),
});

export interface Trace extends NewTrace {
  readonly prevHash: string | null;
  readonly hash: string;
  /** By the organization's key; both null until it is signed, a moment later. */
  readonly signature: Uint8Array | null;
  readonly signatureKeyVersion: number | null;
}

/** One asset was made from another. */
export interface Descent {
  readonly parentId: string;
  readonly childId: string;
  readonly relation: Relation | null;
}

export interface Provenance {
  /** For a step without a change of its own; a change takes its steps along. Nothing happens if the asset is gone. */
  add(trace: NewTrace): Promise<void>;
  /** Steps of all assets that no organization has signed yet, the oldest first. */
  unsigned(
    limit: number,
  ): Promise<readonly { readonly id: string; readonly organizationId: string; readonly hash: string }[]>;
  setSignature(id: string, signed: { readonly signature: Uint8Array; readonly keyVersion: number }): Promise<void>;
  /** In the order of the chain. */
  ofAsset(assetId: string): Promise<readonly Trace[]>;
  /** Descents inside one organization in which one of the assets takes part, in a fixed order. */
  descents(organizationId: string, assetIds: readonly string[]): Promise<readonly Descent[]>;
}
