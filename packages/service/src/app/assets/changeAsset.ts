/** Reads, edits and deletes one asset. @module */
import type { Caller } from '../accounts/caller.ts';
import type { Asset, AssetPatch } from '../ports/assets/assets.ts';
import type { Ports } from '../ports/ports.ts';
import { assetInVersion, type Expected } from '../versions.ts';
import { deletedEvent, updatedEvent } from './assetEvents.ts';
import { assetFor, assetNotFound, deletedMeanwhile } from './visibleAsset.ts';

type Deps = Pick<Ports, 'assets' | 'memberships' | 'clock' | 'ids'>;

export const getAsset = (deps: Deps, caller: Caller, id: string): Promise<Asset> =>
  assetFor(deps, caller, id, 'asset.see');

/** @throws {AppError} ASSET_NOT_FOUND, FORBIDDEN, PRECONDITION_FAILED */
export async function editAsset(
  deps: Deps,
  caller: Caller,
  id: string,
  patch: AssetPatch,
  expected: Expected,
): Promise<Asset> {
  const asset = await assetFor(deps, caller, id, 'asset.write');
  const fields = Object.keys(patch);
  if (fields.length === 0) {
    assetInVersion(expected)(asset);
    return asset;
  }
  const events = [updatedEvent(deps, asset, fields)];
  const edited = await deps.assets.patch(
    asset.organizationId,
    id,
    patch,
    deps.clock.now(),
    events,
    assetInVersion(expected),
  );
  if (!edited) throw assetNotFound();
  return edited;
}

/** Row first, files second: a crash between the two leaves files that the sweep removes, never a row without files. */
export async function deleteAsset(
  deps: Deps & Pick<Ports, 'files' | 'currentWork'>,
  caller: Caller,
  id: string,
  expected: Expected,
): Promise<void> {
  const asset = await assetFor(deps, caller, id, 'asset.delete');
  const events = [deletedEvent(deps, asset)];
  if (!(await deps.assets.remove(asset.organizationId, id, events, assetInVersion(expected)))) throw assetNotFound();
  deps.currentWork.cancel(id, deletedMeanwhile());
  await deps.files.removeAll(id);
}
