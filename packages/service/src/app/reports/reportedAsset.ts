/** What a report of a registered picture shows. @module */
import { type AttackOutcome, attacksOf } from '@assay/core/provenance/attackOutcomes';
import type { Caller } from '../accounts/caller.ts';
import type { PreviewDeps } from '../assets/previewFile.ts';
import { assetFor } from '../assets/visibleAsset.ts';
import type { Asset } from '../ports/assets/assets.ts';
import type { Commitment } from '../ports/ledger/commitments.ts';
import type { RenderedPicture } from '../ports/verify/engine.ts';
import type { Ports } from '../ports/ports.ts';
import { registeredPicture } from './reportedVerification.ts';

export interface ReportedAsset {
  readonly asset: Asset;
  readonly picture: RenderedPicture | null;
  /** The newest. */
  readonly commitments: readonly Commitment[];
  /** What its marks survived; null while nothing was tried. */
  readonly attacks: readonly AttackOutcome[] | null;
}

/** So many fill a page. */
const COMMITMENTS_MAX = 20;

/** @throws {AppError} ASSET_NOT_FOUND, FORBIDDEN */
export async function reportedAsset(
  deps: PreviewDeps & Pick<Ports, 'memberships' | 'commitments' | 'provenance'>,
  caller: Caller,
  id: string,
): Promise<ReportedAsset> {
  const asset = await assetFor(deps, caller, id, 'asset.see');
  const page = { page: 1, pageSize: COMMITMENTS_MAX };
  const { items } = await deps.commitments.list(asset.organizationId, asset.id, page);
  return {
    asset,
    picture: await registeredPicture(deps, asset),
    commitments: items,
    attacks: attacksOf(await deps.provenance.ofAsset(asset.id)),
  };
}
