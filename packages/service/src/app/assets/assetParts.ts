/** The watermark and the fingerprint of one asset. @module */
import { AppError } from '@assay/core/errors';
import type { Caller } from '../accounts/caller.ts';
import type { Asset, FingerprintSummary } from '../ports/assets/assets.ts';
import type { Ports } from '../ports/ports.ts';
import { assetFor } from './visibleAsset.ts';

type Deps = Pick<Ports, 'assets' | 'memberships'>;

/** @throws {AppError} ASSET_NOT_FOUND, also for an asset without one */
export async function watermarkOf(deps: Deps, caller: Caller, id: string): Promise<NonNullable<Asset['watermark']>> {
  const { watermark } = await assetFor(deps, caller, id, 'asset.see');
  if (!watermark) throw new AppError('ASSET_NOT_FOUND', 'This asset carries no watermark.');
  return watermark;
}

/** @throws {AppError} ASSET_NOT_FOUND; ASSET_NOT_READY while it has none */
export async function fingerprintOf(deps: Deps, caller: Caller, id: string): Promise<FingerprintSummary> {
  const asset = await assetFor(deps, caller, id, 'asset.see');
  const fingerprint = await deps.assets.fingerprint(id);
  if (!fingerprint) throw new AppError('ASSET_NOT_READY', `The asset is ${asset.processingStatus}.`);
  return fingerprint;
}
