/** A stored asset as evidence. @module */
import type { AssetEvidence } from '@assay/core/verdict/evidence';
import type { CommitmentsOfAssets } from '../ledger/commitmentEvidence.ts';
import type { Asset } from '../ports/assets/assets.ts';

export const assetEvidence = (asset: Asset, commitments: CommitmentsOfAssets): AssetEvidence => ({
  assetId: asset.id,
  revokedAt: asset.revokedAt?.toISOString() ?? null,
  commitment: commitments.get(asset.id) ?? null,
});
