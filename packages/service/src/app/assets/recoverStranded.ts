/** After a crash: finishes uploads from their stored originals. @module */
import { AppError } from '@assay/core/errors';
import type { Asset, ProcessingRequest } from '../ports/assets/assets.ts';
import type { Ports } from '../ports/ports.ts';
import { DamagedFileError } from '../ports/assets/storage.ts';
import { failAsset, LEASE_MS, processAsset, type ProcessDeps } from './processAsset.ts';

export interface Recovery {
  readonly completed: number;
  readonly failed: number;
  /** Left for the next run, since the workers were busy. */
  readonly postponed: number;
}

/** How many stranded assets are taken at once; each holds its original in memory in turn. */
const BATCH = 8;

/**
 * @param leasesEndedBy assets whose lease ends before this are taken. The only process of a data folder passes a time
 * after every lease at its start, since whoever held them is gone; everyone else passes the present.
 * @param isEnding true = begin nothing more; what is left waits for the next start
 */
export async function recoverStranded(
  deps: ProcessDeps & Pick<Ports, 'inFlight'>,
  leasesEndedBy: Date,
  isEnding: () => boolean = () => false,
): Promise<Recovery> {
  const count = { completed: 0, failed: 0, postponed: 0 };
  const leaseUntil = new Date(deps.clock.now().getTime() + LEASE_MS);
  const taken = await deps.assets.takeStranded(leasesEndedBy, leaseUntil, BATCH);
  for (const { asset, request } of taken) {
    if (isEnding() || deps.inFlight.has(asset.id)) continue;
    deps.inFlight.add(asset.id);
    try {
      count[await recoverOne(deps, asset, request)]++;
    } finally {
      deps.inFlight.delete(asset.id);
    }
  }
  return count;
}

/** Recoveries of one asset; each may have ended with the process. */
const ATTEMPTS_MAX = 3;
/** So long a busy or broken engine is waited for, ms. */
const WAIT_MS_MAX = 24 * 60 * 60 * 1000;

/** Since its upload, or since it was last asked to be processed again. */
const isStale = ({ clock }: ProcessDeps, { createdAt, updatedAt }: Asset): boolean =>
  clock.now().getTime() - (updatedAt ?? createdAt).getTime() > WAIT_MS_MAX;

async function recoverOne(deps: ProcessDeps, asset: Asset, request: ProcessingRequest): Promise<keyof Recovery> {
  const bytes = await readOriginal(deps, asset);
  if (bytes === 'damaged') return 'failed';
  if (!bytes) {
    // The crash came before the original was on disk; its sender never got an answer.
    await failAsset(deps, asset, new Error('the original never reached the disk'));
    return 'failed';
  }
  // Counted before the work: what brings the whole process down leaves no other trace.
  if ((await deps.assets.countAttempt(asset.id, 1)) > ATTEMPTS_MAX) {
    await failAsset(deps, asset, new Error(`given up after ${ATTEMPTS_MAX} attempts`));
    return 'failed';
  }
  try {
    const examined = await deps.engine.examine(bytes);
    await processAsset(deps, { asset, request, bytes, examined });
    return 'completed';
  } catch (cause) {
    if (cause instanceof AppError && cause.code === 'SERVICE_UNAVAILABLE' && !isStale(deps, asset)) {
      await deps.assets.countAttempt(asset.id, -1);
      return 'postponed';
    }
    if (cause instanceof AppError && (cause.code === 'ASSET_NOT_FOUND' || cause.code === 'CONFLICT'))
      return 'completed';
    await failAsset(deps, asset, cause);
    return 'failed';
  }
}

/** An encrypted original that is not authentic will never be; the row says so. */
async function readOriginal(deps: ProcessDeps, asset: Asset): Promise<Uint8Array | null | 'damaged'> {
  try {
    return await deps.files.read(asset.id, 'original');
  } catch (cause) {
    if (!(cause instanceof DamagedFileError)) throw cause;
    await failAsset(deps, asset, cause);
    return 'damaged';
  }
}
