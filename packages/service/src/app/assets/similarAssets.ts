/** Which assets of the same organization look alike: those of a stored one, or of a picture that is sent. @module */
import { similarity } from '@assay/core/fingerprint/similarity';
import { AppError } from '@assay/core/errors';
import type { Caller } from '../accounts/caller.ts';
import { actingOrganization } from '../actingOrganization.ts';
import { countedFor } from '../limits/countVerifications.ts';
import { authorize } from '../policy.ts';
import type { Asset } from '../ports/assets/assets.ts';
import type { FingerprintVectors } from '../ports/verify/engine.ts';
import type { Ports } from '../ports/ports.ts';
import { assetFor } from './visibleAsset.ts';

export interface SimilarAsset {
  readonly asset: Asset;
  /** All calibrated, 0..1. */
  readonly similarity: Readonly<Record<'average' | 'embedding768' | 'embedding1024' | 'pdq', number>>;
  /** The two pictures were laid over each other, and fit or not; null where they were not yet. */
  readonly isMatch: boolean | null;
}

/** Nearest neighbours taken by each of the three measures. */
const NEAREST_EACH = 50;

type Deps = Pick<Ports, 'assets' | 'memberships' | 'embedding'>;

/** @throws {AppError} ASSET_NOT_FOUND, ASSET_NOT_READY */
export async function assetMatches(
  deps: Deps & Pick<Ports, 'fingerprints'>,
  caller: Caller,
  id: string,
  threshold: number,
): Promise<readonly SimilarAsset[]> {
  const asset = await assetFor(deps, caller, id, 'asset.see');
  const fingerprint = await deps.assets.fingerprintVectors(id);
  if (!fingerprint) throw new AppError('ASSET_NOT_READY', `The asset is ${asset.processingStatus}.`);
  const found = await similarIn(deps, asset.organizationId, fingerprint, threshold);
  const kept = await deps.fingerprints.matches(id);
  const laid = new Map(
    kept.map((pair) => [pair.sourceAssetId === id ? pair.targetAssetId : pair.sourceAssetId, pair.isMatch]),
  );
  return found.filter((one) => one.asset.id !== id).map((one) => ({ ...one, isMatch: laid.get(one.asset.id) ?? null }));
}

/**
 * Nothing of the picture is kept. Counts as a verification, since it is as much work.
 * @throws {AppError} ORGANIZATION_NOT_FOUND, FORBIDDEN, QUOTA_EXCEEDED, INVALID_FILE_TYPE, FILE_TOO_LARGE
 */
export async function searchByImage(
  deps: Deps & Pick<Ports, 'engine' | 'quotas'>,
  caller: Caller,
  organizationId: string | null,
  bytes: Uint8Array,
  threshold: number,
): Promise<readonly SimilarAsset[]> {
  const acting = await actingOrganization(deps, caller, organizationId);
  authorize(acting, 'asset.see');
  const { id } = acting.organization;
  return countedFor(deps, { kind: 'organization', organizationId: id }, 1, async () => {
    const { fingerprint } = await deps.engine.examine(bytes);
    return similarIn(deps, id, fingerprint, threshold);
  });
}

/** The most similar first. Fingerprints of another model cannot be compared and are left out. */
async function similarIn(
  { assets, embedding }: Pick<Ports, 'assets' | 'embedding'>,
  organizationId: string,
  fingerprint: FingerprintVectors,
  threshold: number,
): Promise<readonly SimilarAsset[]> {
  const near = await assets.nearest(fingerprint, NEAREST_EACH, { organizationIds: [organizationId], ownOnly: true });
  const found: SimilarAsset[] = [];
  for (const stored of near) {
    if (stored.model !== fingerprint.model) continue;
    const alike = similarity(fingerprint, stored, embedding.similarity);
    if (alike.average < threshold) continue;
    const asset = await assets.find(organizationId, stored.assetId);
    if (asset) found.push({ asset, similarity: alike, isMatch: null });
  }
  return found.sort((a, b) => b.similarity.average - a.similarity.average || (a.asset.id < b.asset.id ? -1 : 1));
}
