/** Processes a failed upload again from the original that is still kept; marks a completed one anew. @module */
import { AppError } from '@assay/core/errors';
import type { Caller } from '../accounts/caller.ts';
import type { Asset, HeldAsset } from '../ports/assets/assets.ts';
import type { Ports } from '../ports/ports.ts';
import { trace } from '../provenance/trace.ts';
import { leaseRequest } from '../leasedWork.ts';
import { underLease } from './assetLease.ts';
import { markAnew } from './markAnew.ts';
import { failAsset, processAsset, type ProcessDeps } from './processAsset.ts';
import { assetFor, assetNotFound } from './visibleAsset.ts';

type Deps = ProcessDeps & Pick<Ports, 'memberships' | 'deliveredFiles'>;

/**
 * Counts as an upload: of a failed one, since the failure gave its unit back.
 * @throws {AppError} ASSET_NOT_FOUND, FORBIDDEN; CONFLICT while it is worked on, or when its original is kept no longer;
 * QUOTA_EXCEEDED; SERVICE_UNAVAILABLE or PROCESSING_FAILED, it is what it was then; of a completed one see `markAnew`
 */
export async function reprocessAsset(deps: Deps, caller: Caller, id: string): Promise<Asset> {
  const { organizationId, processingStatus } = await assetFor(deps, caller, id, 'asset.write');
  if (processingStatus === 'completed') return markAnew(deps, caller, { organizationId, id });
  const bytes = await deps.files.read(id, 'original');
  const now = deps.clock.now();
  if (!bytes) throw new AppError('CONFLICT', 'The original of this asset is kept no longer. Upload it again.');
  const step = trace(deps, caller, id, 'reprocessed');
  const restarted = await deps.assets.restart(organizationId, id, leaseRequest(deps), now, [step]);
  if (!restarted) throw assetNotFound();
  return underLease(deps, restarted.lease, () => processAgain(deps, restarted, bytes));
}

async function processAgain(deps: Deps, held: HeldAsset, bytes: Uint8Array): Promise<Asset> {
  try {
    const examined = await deps.engine.examine(bytes);
    return await processAsset(deps, { ...held, bytes, examined });
  } catch (cause) {
    const failure = await failAsset(deps, held, cause);
    throw cause instanceof AppError && cause.code === 'SERVICE_UNAVAILABLE' ? cause : failure;
  }
}
