/** Finishes uploads from their stored originals: those that wait for their turn, and those whose process died. @module */
import { AppError } from '@assay/core/errors';
import type { Asset, HeldAsset } from '../ports/assets/assets.ts';
import { NO_ORIGIN } from '../ports/runtime/traces.ts';
import { DamagedFileError } from '../ports/assets/storage.ts';
import { leaseRequest, underLease } from './assetLease.ts';
import { failAsset, isTakenOver, processAsset, type ProcessDeps } from './processAsset.ts';

export interface Recovery {
  readonly completed: number;
  readonly failed: number;
  /** Left for the next run, since the workers were busy: 0 or 1. */
  readonly postponed: number;
}

/** What became of one upload, for the log; told where its origin is current. */
export interface RecoveredUpload {
  readonly assetId: string;
  readonly outcome: keyof Recovery;
  readonly ms: number;
}

/** @param isEnding true = begin nothing more; what is left waits for another process, or the next start */
export async function recoverStranded(
  deps: ProcessDeps,
  isEnding: () => boolean = () => false,
  told: (upload: RecoveredUpload) => void = () => {},
): Promise<Recovery> {
  const count = { completed: 0, failed: 0, postponed: 0 };
  while (!isEnding()) {
    // One at a time: a lease runs from its taking.
    const [held] = await deps.assets.takeStranded(leaseRequest(deps), 1);
    if (!held) break;
    const outcome = await deps.traces.resume('upload', held.request.origin ?? NO_ORIGIN, async () => {
      const startMs = deps.clock.elapsedMs();
      const result = await underLease(deps, held.lease, () => recoverOne(deps, held));
      told({ assetId: held.asset.id, outcome: result, ms: Math.round(deps.clock.elapsedMs() - startMs) });
      return result;
    });
    count[outcome]++;
    if (outcome === 'postponed') break;
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

async function recoverOne(deps: ProcessDeps, held: HeldAsset): Promise<keyof Recovery> {
  const { asset, lease } = held;
  const bytes = await readOriginal(deps, held);
  if (bytes === 'damaged') return 'failed';
  if (!bytes) {
    // The crash came before the original was on disk; its sender never got an answer.
    await failAsset(deps, held, new Error('the original never reached the disk'));
    return 'failed';
  }
  // Counted before the work: what brings the whole process down leaves no other trace.
  if ((await deps.assets.countAttempt(asset.id, 1)) > ATTEMPTS_MAX) {
    await failAsset(deps, held, new Error(`given up after ${ATTEMPTS_MAX} attempts`));
    return 'failed';
  }
  try {
    const examined = await deps.engine.examine(bytes);
    await processAsset(deps, { ...held, bytes, examined });
    return 'completed';
  } catch (cause) {
    if (cause instanceof AppError && cause.code === 'SERVICE_UNAVAILABLE' && !isStale(deps, asset)) {
      await deps.assets.countAttempt(asset.id, -1);
      await deps.assets.release(lease);
      return 'postponed';
    }
    if (isTakenOver(cause) || (cause instanceof AppError && cause.code === 'ASSET_NOT_FOUND')) return 'completed';
    await failAsset(deps, held, cause);
    return 'failed';
  }
}

/** An encrypted original that is not authentic will never be; the row says so. */
async function readOriginal(deps: ProcessDeps, held: HeldAsset): Promise<Uint8Array | null | 'damaged'> {
  try {
    return await deps.files.read(held.asset.id, 'original');
  } catch (cause) {
    if (!(cause instanceof DamagedFileError)) throw cause;
    await failAsset(deps, held, cause);
    return 'damaged';
  }
}
