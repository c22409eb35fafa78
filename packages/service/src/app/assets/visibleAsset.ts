/** An asset that the caller may see, and what else he may do with it. @module */
import { AppError } from '@assay/core/errors';
import type { Caller } from '../accounts/caller.ts';
import { type Acting, actingIn } from '../actingOrganization.ts';
import { type Action, authorize } from '../policy.ts';
import type { Asset } from '../ports/assets/assets.ts';
import type { Ports } from '../ports/ports.ts';

export const assetNotFound = (): AppError => new AppError('ASSET_NOT_FOUND', 'There is no such asset.');

export interface VisibleAsset {
  readonly asset: Asset;
  readonly acting: Acting;
}

/** @throws {AppError} ASSET_NOT_FOUND, the same for a missing asset and for one of a foreign organization */
export async function visibleAsset(
  deps: Pick<Ports, 'assets' | 'memberships'>,
  caller: Caller,
  id: string,
): Promise<VisibleAsset> {
  const asset = await deps.assets.findAny(id);
  const acting = asset && (await actingIn(deps, caller, asset.organizationId));
  if (!asset || !acting) throw assetNotFound();
  return { asset, acting };
}

/** @throws {AppError} ASSET_NOT_FOUND; FORBIDDEN if he may see it but not do this */
export async function assetFor(
  deps: Pick<Ports, 'assets' | 'memberships'>,
  caller: Caller,
  id: string,
  action: Action,
): Promise<Asset> {
  const { asset, acting } = await visibleAsset(deps, caller, id);
  authorize(acting, action, { isOwn: asset.createdBy === caller.user.id });
  return asset;
}

/** What the processing of an asset ends with that its owner deleted. */
export const deletedMeanwhile = (): AppError =>
  new AppError('ASSET_NOT_FOUND', 'The asset was deleted while it was processed.');
