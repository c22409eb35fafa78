/** An asset that the caller may see, and what else he may do with it. @module */
import { AppError } from '@assay/core/errors';
import type { Caller } from '../accounts/caller.ts';
import { type Action, authorize, mayDo } from '../policy.ts';
import type { Role } from '../ports/accounts.ts';
import type { Asset } from '../ports/assets.ts';
import type { Ports } from '../ports/ports.ts';

export const assetNotFound = (): AppError => new AppError('ASSET_NOT_FOUND', 'There is no such asset.');

export interface VisibleAsset {
  readonly asset: Asset;
  readonly role: Role;
}

/** @throws {AppError} ASSET_NOT_FOUND, the same for a missing asset and for one of a foreign organization */
export async function visibleAsset(
  deps: Pick<Ports, 'assets' | 'memberships'>,
  caller: Caller,
  id: string,
): Promise<VisibleAsset> {
  const asset = await deps.assets.findAny(id);
  const membership = asset && (await deps.memberships.find(caller.user.id, asset.organizationId));
  if (!asset || !membership) throw assetNotFound();
  return { asset, role: membership.role };
}

/** @throws {AppError} ASSET_NOT_FOUND; FORBIDDEN if he may see it but not do this */
export async function assetFor(
  deps: Pick<Ports, 'assets' | 'memberships'>,
  caller: Caller,
  id: string,
  action: Action,
): Promise<Asset> {
  const { asset, role } = await visibleAsset(deps, caller, id);
  const own = action === 'asset.delete' && asset.createdBy === caller.user.id && mayDo(role, 'asset.deleteOwn');
  if (!own) authorize(role, action);
  return asset;
}
