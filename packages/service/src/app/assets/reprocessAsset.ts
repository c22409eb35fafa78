/** Processes a failed upload again, from the original that is still kept. @module */
import { AppError } from '@assay/core/errors';
import type { Caller } from '../accounts/caller.ts';
import type { Asset } from '../ports/assets/assets.ts';
import type { Ports } from '../ports/ports.ts';
import { trace } from '../provenance/trace.ts';
import { failAsset, LEASE_MS, processAsset, type ProcessDeps } from './processAsset.ts';
import { assetFor, assetNotFound } from './visibleAsset.ts';

type Deps = ProcessDeps & Pick<Ports, 'memberships' | 'inFlight'>;

/**
 * Counts as an upload again, since the failure gave its unit back.
 * @throws {AppError} ASSET_NOT_FOUND, FORBIDDEN; CONFLICT unless it failed, or when its original is kept no longer;
 * QUOTA_EXCEEDED; SERVICE_UNAVAILABLE or PROCESSING_FAILED, it is `failed` as before then
 */
export async function reprocessAsset(deps: Deps, caller: Caller, id: string): Promise<Asset> {
  const { organizationId } = await assetFor(deps, caller, id, 'asset.write');
  const bytes = await deps.files.read(id, 'original');
  const now = deps.clock.now();
  if (!bytes) throw new AppError('CONFLICT', 'The original of this asset is kept no longer. Upload it again.');
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  const step = trace(deps, caller, id, 'reprocessed');
  deps.inFlight.add(id);
  try {
    const restarted = await deps.assets.restart(organizationId, id, leaseUntil, now, [step]);
    if (!restarted) throw assetNotFound();
    return await processAgain(deps, restarted, bytes);
  } finally {
    deps.inFlight.delete(id);
  }
}

type Restarted = NonNullable<Awaited<ReturnType<Ports['assets']['restart']>>>;

async function processAgain(deps: Deps, { asset, request }: Restarted, bytes: Uint8Array): Promise<Asset> {
  try {
    const examined = await deps.engine.examine(bytes);
    return await processAsset(deps, { asset, request, bytes, examined });
  } catch (cause) {
    const failure = await failAsset(deps, asset, cause);
    throw cause instanceof AppError && cause.code === 'SERVICE_UNAVAILABLE' ? cause : failure;
  }
}
