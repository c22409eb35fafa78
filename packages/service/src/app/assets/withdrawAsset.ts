/** Withdraws an asset and takes that back: it stays stored, and verifications say so. @module */
import type { Caller } from '../accounts/caller.ts';
import { assetInVersion, type Expected } from '../versions.ts';
import type { Asset } from '../ports/assets/assets.ts';
import type { Ports } from '../ports/ports.ts';
import { trace, type TraceDeps } from '../provenance/trace.ts';
import { revokedEvent } from './assetEvents.ts';
import { assetFor, assetNotFound } from './visibleAsset.ts';

type Deps = Pick<Ports, 'assets' | 'memberships'> & TraceDeps;

/**
 * @param reason null restores
 * @throws {AppError} ASSET_NOT_FOUND, FORBIDDEN, PRECONDITION_FAILED; CONFLICT if it is so already
 */
export async function setWithdrawn(
  deps: Deps,
  caller: Caller,
  id: string,
  reason: string | null,
  expected: Expected,
): Promise<Asset> {
  const asset = await assetFor(deps, caller, id, 'asset.withdraw');
  const events = [revokedEvent(deps, asset, reason)];
  const step = reason === null ? trace(deps, caller, id, 'restored') : trace(deps, caller, id, 'revoked', { reason });
  const [at, check] = [deps.clock.now(), assetInVersion(expected)];
  const changed = await deps.assets.setRevocation(asset.organizationId, id, reason, at, events, [step], check);
  if (!changed) throw assetNotFound();
  return changed;
}
