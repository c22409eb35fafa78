/** The history of assets in memory, with real hashes. @module */
import { provenanceHash } from '@assay/core/provenance/chain';
import { onlyInDatabase } from './onlyInDatabase.ts';
import type { Descent, NewTrace, Provenance, Trace } from '../../src/app/ports/assets/provenance.ts';

export interface MemoryProvenance extends Provenance {
  /** The rows themselves, for tests that tamper with them. */
  readonly traces: Trace[];
}

export function memoryProvenance(): MemoryProvenance {
  const traces: Trace[] = [];
  const ofAsset = (id: string): Trace[] => traces.filter(({ assetId }) => assetId === id);
  return {
    traces,
    async add(trace) {
      const prevHash = ofAsset(trace.assetId).at(-1)?.hash ?? null;
      const hash = provenanceHash(recordOf(trace), prevHash);
      traces.push({ ...trace, prevHash, hash, signature: null, signatureKeyVersion: null });
    },
    unsigned: async () => [],
    setSignature: onlyInDatabase('provenance.setSignature'),
    ofAsset: async (assetId) => ofAsset(assetId),
    descents: async (_organizationId, ids) =>
      traces.flatMap(({ parentAssetId, assetId, relation }): Descent[] =>
        parentAssetId !== null && (ids.includes(parentAssetId) || ids.includes(assetId))
          ? [{ parentId: parentAssetId, childId: assetId, relation }]
          : [],
      ),
  };
}

const recordOf = (trace: NewTrace) => ({
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
