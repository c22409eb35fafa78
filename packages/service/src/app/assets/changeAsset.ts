/** Reads, edits and deletes one asset. @module */
import { AppError } from '@assay/core/errors';
import type { Caller } from '../accounts/caller.ts';
import type { Asset, AssetPatch } from '../ports/assets/assets.ts';
import type { Ports } from '../ports/ports.ts';
import { deletedEvent, updatedEvent } from './assetEvents.ts';
import { assetVersion } from './assetVersion.ts';
import { assetFor, assetNotFound } from './visibleAsset.ts';

type Deps = Pick<Ports, 'assets' | 'memberships' | 'clock' | 'ids'>;

/** Versions that the caller has seen, from `If-Match`; null = whatever it is now. */
export type Expected = readonly string[] | null;

function assertVersion(asset: Asset, expected: Expected): void {
  if (expected !== null && !expected.includes('*') && !expected.includes(assetVersion(asset)))
    throw new AppError('PRECONDITION_FAILED', 'The asset has changed since you read it. Read it again, then repeat.');
}

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
  assertVersion(asset, expected);
  const fields = Object.keys(patch);
  if (fields.length === 0) return asset;
  const events = [updatedEvent(deps, asset, fields)];
  const edited = await deps.assets.patch(asset.organizationId, id, patch, deps.clock.now(), events);
  if (!edited) throw assetNotFound();
  return edited;
}

/** Row first, files second: a crash between the two leaves files that the sweep removes, never a row without files. */
export async function deleteAsset(
  deps: Deps & Pick<Ports, 'files'>,
  caller: Caller,
  id: string,
  expected: Expected,
): Promise<void> {
  const asset = await assetFor(deps, caller, id, 'asset.delete');
  assertVersion(asset, expected);
  if (!(await deps.assets.remove(asset.organizationId, id, [deletedEvent(deps, asset)]))) throw assetNotFound();
  await deps.files.removeAll(id);
}
