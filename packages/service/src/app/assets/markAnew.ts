/** Marks a completed asset with the tracks of this version: docs/spec/assets.md#marking-anew. @module */
import { AppError } from '@assay/core/errors';
import type { Caller } from '../accounts/caller.ts';
import type { Asset, HeldAsset, WatermarkTrackRecord } from '../ports/assets/assets.ts';
import type { Ports } from '../ports/ports.ts';
import { trace } from '../provenance/trace.ts';
import { processedEvent } from './assetEvents.ts';
import { leaseRequest } from '../leasedWork.ts';
import { underLease } from './assetLease.ts';
import { makeDelivery, markedStep, type ProcessDeps, type ProcessInput, removeFiles } from './processAsset.ts';
import { assetNotFound } from './visibleAsset.ts';

type Deps = ProcessDeps & Pick<Ports, 'deliveredFiles'>;

/**
 * The delivered file stays until the new one takes its place, and its hash stays an exact match for ever; its bytes go
 * a day later (`removeFormerFiles`). What fails changes nothing.
 * @throws {AppError} ASSET_NOT_FOUND; CONFLICT: without tracks, while it is marked anew already, or when fewer tracks would
 *   read back than do now; QUOTA_EXCEEDED, SERVICE_UNAVAILABLE, PROCESSING_FAILED
 */
export async function markAnew(
  deps: Deps,
  caller: Caller,
  { organizationId, id }: Pick<Asset, 'organizationId' | 'id'>,
): Promise<Asset> {
  const bytes = await deps.files.read(id, 'original');
  if (!bytes) throw new AppError('CONFLICT', 'The original of this asset is missing, so it cannot be marked anew.');
  const held = await deps.deliveredFiles.hold(organizationId, id, leaseRequest(deps), deps.clock.now());
  if (!held) throw assetNotFound();
  return underLease(deps, held.lease, async () => {
    try {
      if (!Object.values(held.request.tracks).includes(true))
        throw new AppError('CONFLICT', 'This asset was uploaded without tracks; there is nothing to mark anew.');
      return await deps.currentWork.named(id, () => replaceDelivery(deps, caller, held, bytes));
    } catch (cause) {
      const isLetGo = await deps.deliveredFiles.letGo(held.lease, deps.clock.now());
      // Else the answer to the commit may have been lost, and the row names them.
      if (isLetGo || isRefusal(cause)) await removeFiles(deps, id, held.lease.number);
      throw cause instanceof AppError ? cause : failed(cause);
    }
  });
}

/** Nothing was written then. */
const isRefusal = (cause: unknown): boolean =>
  cause instanceof AppError && ['CONFLICT', 'ASSET_NOT_FOUND', 'QUOTA_EXCEEDED'].includes(cause.code);

const failed = (cause: unknown): AppError =>
  new AppError(
    'PROCESSING_FAILED',
    'The picture could not be marked anew; its delivered file stays. Please try again.',
    { cause },
  );

async function replaceDelivery(deps: Deps, caller: Caller, held: HeldAsset, bytes: Uint8Array): Promise<Asset> {
  const { asset, lease } = held;
  const examined = await deps.engine.examine(bytes);
  // Warnings of the former processing are about the former file.
  const input: ProcessInput = { ...held, asset: { ...asset, warnings: [] }, bytes, examined };
  const delivery = await makeDelivery(deps, input);
  if (detected(delivery.watermark?.tracks) < detected(asset.watermark?.tracks))
    throw new AppError('CONFLICT', 'Fewer tracks would read back than from the delivered file, so it stays as it is.');
  const steps = [reprocessedStep(deps, caller, asset), ...markedStep(deps, asset.id, delivery)];
  const events = [processedEvent(deps, asset, 'completed')];
  return deps.deliveredFiles.replace(lease, delivery, events, steps);
}

const detected = (tracks: readonly Pick<WatermarkTrackRecord, 'detected'>[] = []): number =>
  tracks.filter((track) => track.detected).length;

/** The history keeps the record of the file that was delivered until now. */
function reprocessedStep(deps: Deps, caller: Caller, { id, watermarkedContentHash, watermark }: Asset) {
  const tracks = (watermark?.tracks ?? []).filter((track) => track.detected).map(({ track }) => track);
  return trace(deps, caller, id, 'reprocessed', {
    former_content_hash: watermarkedContentHash,
    former_tracks: tracks,
    former_psnr_db: watermark?.psnrDb ?? null,
    former_ssim: watermark?.ssim ?? null,
  });
}
