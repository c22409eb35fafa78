/** A stored asset as evidence. @module */
import type { AssetEvidence } from '@assay/core/verdict/evidence';
import type { Asset } from '../ports/assets.ts';

/** This version keeps no ledger, so no asset was ever committed. */
export const assetEvidence = (asset: Asset): AssetEvidence => ({
  assetId: asset.id,
  revokedAt: asset.revokedAt?.toISOString() ?? null,
  commitment: null,
});
