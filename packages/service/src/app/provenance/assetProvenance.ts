/** The history of an asset, checked, and what it was made from and what was made from it. @module */
import type { ChainState } from '@assay/core/provenance/chain';
import type { Caller } from '../accounts/caller.ts';
import { assetFor } from '../assets/visibleAsset.ts';
import type { Asset } from '../ports/assets/assets.ts';
import type { Descent, Trace } from '../ports/assets/provenance.ts';
import type { Ports } from '../ports/ports.ts';
import { checkTraces } from './published.ts';

export interface AssetProvenance {
  readonly traces: readonly Trace[];
  readonly chain: ChainState;
  /** Public halves of the keys that signed steps, by version. */
  readonly publicKeys: ReadonlyMap<number, Uint8Array>;
  /** The asset itself and all its relatives. */
  readonly nodes: readonly Asset[];
  readonly edges: readonly Descent[];
  /** There are more relatives than are shown. */
  readonly truncated: boolean;
}

/** Relatives of one graph; more than a person can read. */
const NODES_MAX = 200;

type Deps = Pick<Ports, 'assets' | 'memberships' | 'provenance' | 'organizationSigner'>;

/** @throws {AppError} ASSET_NOT_FOUND */
export async function assetProvenance(deps: Deps, caller: Caller, id: string): Promise<AssetProvenance> {
  const asset = await assetFor(deps, caller, id, 'asset.see');
  const traces = await deps.provenance.ofAsset(id);
  const publicKeys = await keysOf(deps, asset.organizationId, traces);
  return { traces, chain: checkTraces(traces), publicKeys, ...(await graphOf(deps, asset)) };
}

async function keysOf(
  { organizationSigner }: Deps,
  organizationId: string,
  traces: readonly Trace[],
): Promise<AssetProvenance['publicKeys']> {
  const keys = new Map<number, Uint8Array>();
  for (const version of new Set(traces.map(({ signatureKeyVersion }) => signatureKeyVersion))) {
    const key = version === null ? null : await organizationSigner.publicKey(organizationId, version);
    if (version !== null && key) keys.set(version, key);
  }
  return keys;
}

type Graph = Pick<AssetProvenance, 'nodes' | 'edges' | 'truncated'>;

/** Breadth first in both directions, so that the nearest relatives are there when not all are. */
async function graphOf(deps: Deps, asset: Asset): Promise<Graph> {
  const nodes = new Map<string, Asset>([[asset.id, asset]]);
  const edges = new Map<string, Descent>();
  let truncated = false;
  for (let ring = [asset.id]; ring.length > 0; ) {
    const found = await deps.provenance.descents(asset.organizationId, ring);
    ring = [];
    for (const edge of found)
      for (const id of [edge.parentId, edge.childId]) {
        if (nodes.has(id)) continue;
        if (nodes.size >= NODES_MAX) {
          truncated = true;
          continue;
        }
        const relative = await deps.assets.find(asset.organizationId, id);
        if (!relative) continue;
        nodes.set(id, relative);
        ring.push(id);
      }
    for (const edge of found)
      if (nodes.has(edge.parentId) && nodes.has(edge.childId)) edges.set(`${edge.parentId} ${edge.childId}`, edge);
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()], truncated };
}
