/** Finishes uploads from their stored originals: those that wait for their turn, and those whose process died. @module */
import { AppError } from '@assay/core/errors';
import type { Asset, AssetLease, HeldAsset } from '../ports/assets/assets.ts';
import { NO_ORIGIN } from '../ports/runtime/traces.ts';
import { DamagedFileError } from '../ports/assets/storage.ts';
import {
  ATTEMPTS_MAX,
  isBusy,
  isTakenOver,
  leaseRequest,
  letGoWith,
  WAIT_MS_MAX,
  type WorkedOff,
  workOff,
} from '../leasedWork.ts';
import { underLease } from './assetLease.ts';
import { failAsset, processAsset, type ProcessDeps } from './processAsset.ts';

/** What became of one upload, for the log; told where its origin is current. */
export interface RecoveredUpload {
  readonly assetId: string;
  readonly outcome: keyof WorkedOff;
  readonly ms: number;
}

export const recoverStranded = (
  deps: ProcessDeps,
  isEnding: () => boolean = () => false,
  told: (upload: RecoveredUpload) => void = () => {},
): Promise<WorkedOff> =>
  workOff(
    isEnding,
    async () => (await deps.assets.takeStranded(leaseRequest(deps), 1))[0] ?? null,
    (held) =>
      deps.traces.resume('upload', held.request.origin ?? NO_ORIGIN, async () => {
        const startMs = deps.clock.elapsedMs();
        const outcome = await underLease(deps, held.lease, () => recoverOne(deps, held));
        told({ assetId: held.asset.id, outcome, ms: Math.round(deps.clock.elapsedMs() - startMs) });
        return outcome;
      }),
  );

/** Since its upload, or since it was last asked to be processed again. */
const isStale = ({ clock }: ProcessDeps, { createdAt, updatedAt }: Asset): boolean =>
  clock.now().getTime() - (updatedAt ?? createdAt).getTime() > WAIT_MS_MAX;

const UNREAD = 'PROCESSING_FAILED: the stored original could not be read for a day.';

async function recoverOne(deps: ProcessDeps, held: HeldAsset): Promise<keyof WorkedOff> {
  const { asset, lease } = held;
  if (held.request.attempts > ATTEMPTS_MAX) {
    await failAsset(deps, held, new Error(`given up, since ${held.request.attempts} processes died over it`));
    return 'failed';
  }
  const bytes = await readOriginal(deps, held);
  if (bytes === 'damaged') return 'failed';
  if (!bytes) {
    // The crash came before the original was on disk; its sender never got an answer.
    await failAsset(deps, held, new Error('the original never reached the disk'));
    return 'failed';
  }
  try {
    const examined = await deps.engine.examine(bytes);
    await processAsset(deps, { ...held, bytes, examined });
    return 'completed';
  } catch (cause) {
    if (isBusy(cause) && !isStale(deps, asset)) {
      await letGo(deps, lease);
      return 'postponed';
    }
    if (isTakenOver(cause)) {
      await letGo(deps, lease);
      return 'completed';
    }
    if (cause instanceof AppError && cause.code === 'ASSET_NOT_FOUND') return 'completed';
    await failAsset(deps, held, cause);
    return 'failed';
  }
}

/** So long an original that cannot be read waits, so that it holds up no others, ms. */
const UNREADABLE_PAUSE_MS = 60_000;

const letGo = (deps: ProcessDeps, lease: AssetLease, afterMs = 0): Promise<void> =>
  letGoWith(deps, () => deps.assets.release(lease, afterMs));

/**
 * An encrypted original that is not authentic will never be; the row says so. So it does of one that no try could read for a day.
 * @throws what the store says, for the log; the asset waits then
 */
async function readOriginal(deps: ProcessDeps, held: HeldAsset): Promise<Uint8Array | null | 'damaged'> {
  try {
    return await deps.files.read(held.asset.id, 'original');
  } catch (cause) {
    if (cause instanceof DamagedFileError) await failAsset(deps, held, cause);
    else if (isStale(deps, held.asset)) await failAsset(deps, held, cause, UNREAD);
    else {
      await letGo(deps, held.lease, UNREADABLE_PAUSE_MS);
      throw cause;
    }
    return 'damaged';
  }
}
