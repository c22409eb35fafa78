/** A step as it is published and as its hash covers it. @module */
import { type ChainedRecord, checkChain, type ChainState } from '@assay/core/provenance/chain';
import { type Trace, traceRecord } from '../ports/assets/provenance.ts';

export const publishedTrace = (trace: Trace): ChainedRecord => ({
  ...traceRecord(trace),
  prev_hash: trace.prevHash,
  hash: trace.hash,
});

/** Besides the chain: the column that finds children says what the hash covers, unless the parent was deleted. */
export function checkTraces(traces: readonly Trace[]): ChainState {
  const chain = checkChain(traces.map(publishedTrace));
  if (!chain.valid) return chain;
  const index = traces.findIndex(
    ({ parentAssetId, details }) => parentAssetId !== null && parentAssetId !== details.parent_asset_id,
  );
  return index < 0 ? chain : { valid: false, index, reason: 'Its parent is not the one that was recorded.' };
}
