/** Deferred verification (`Prefer: respond-async`): accepted at once, its result comes under an id that is known by then. @module */
import { AppError } from '@assay/core/errors';
import type { Caller } from '../accounts/caller.ts';
import { countVerifications } from '../limits/countVerifications.ts';
import type { DeferredVerification } from '../ports/verify/deferredVerifications.ts';
import type { LiveMaps } from '../ports/verify/liveVerifications.ts';
import { EACH_TIME, type Once } from '../ports/runtime/idempotency.ts';
import type { Ports } from '../ports/ports.ts';
import type { VerifyInput } from './verification.ts';
import type { ReachedStage } from './verificationStages.ts';
import { verifyImage, type VerifyDeps } from './verifyImage.ts';

type Deps = VerifyDeps &
  Pick<Ports, 'deferredVerifications' | 'liveVerifications' | 'quotas' | 'background' | 'addressRules'>;

/** Far longer than a verification takes: an end without result means that the process is gone. */
const LEASE_MS = 5 * 60 * 1000;
/** How long a failure can be read. */
const KEPT_MS = 24 * 60 * 60 * 1000;

export interface Deferral {
  readonly deferred: DeferredVerification;
  /** Ends when the verification has, well or not; never rejects. */
  readonly done: Promise<void>;
}

/**
 * The unit of the quota is taken before it is accepted, so that a used-up one is told at once.
 * @throws {AppError} QUOTA_EXCEEDED
 */
export async function deferVerification(
  deps: Deps,
  caller: Caller,
  input: VerifyInput,
  once: Once = EACH_TIME,
): Promise<Deferral> {
  // An earlier try of the request was accepted: its result, or its failure, comes under the same id.
  const before = once.made;
  const now = before ? new Date(before['at'] ?? '') : deps.clock.now();
  const deferred: DeferredVerification = {
    id: before?.['id'] ?? deps.ids.uuid(),
    userId: caller.user.id,
    failure: null,
    leaseUntil: new Date(now.getTime() + LEASE_MS),
    createdAt: now,
    expiresAt: new Date(now.getTime() + KEPT_MS),
  };
  if (before) return { deferred, done: Promise.resolve() };
  let end: () => void = () => {};
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  await new Promise<void>((started, refused) => {
    let maps: LiveMaps = { mapPng: null, presencePng: null };
    const counted = countVerifications(deps, [caller, input.requester], 1, async () => {
      const made = { id: deferred.id, at: now.toISOString() };
      await once.making(made, () => deps.deferredVerifications.add(deferred));
      deps.liveVerifications.begin(deferred.id);
      started();
      const onStage = (reached: ReachedStage): void =>
        deps.liveVerifications.tell(deferred.id, { event: 'stage', ...reached });
      maps = await verifyImage(deps, caller, { ...input, id: deferred.id, onStage });
    });
    deps.background.run('verification', async () => {
      try {
        await counted;
        await deps.deferredVerifications.remove(deferred.id);
      } catch (error) {
        // Before it is accepted this is the answer; afterwards, what its reader is told.
        refused(error);
        await writeFailure(deps, deferred.id, error);
      } finally {
        deps.liveVerifications.tell(deferred.id, { event: 'ended', maps });
        end();
      }
    });
  });
  return { deferred, done };
}

async function writeFailure(deps: Deps, id: string, error: unknown): Promise<void> {
  const ours = error instanceof AppError;
  await deps.deferredVerifications.fail(id, {
    code: ours ? error.code : 'PROCESSING_FAILED',
    detail: ours ? error.detail : 'The picture could not be judged. The fault is ours; please send it again.',
  });
  if (!ours) throw error;
}

/**
 * One that has no result yet; null if nothing was deferred for this caller under the id.
 * @throws {AppError} what it ended with
 */
export async function deferredVerification(
  deps: Pick<Ports, 'deferredVerifications' | 'verifications' | 'clock'>,
  caller: Caller,
  id: string,
): Promise<DeferredVerification | null> {
  const deferred = await deps.deferredVerifications.find(id);
  if (!deferred || deferred.userId !== caller.user.id || (await deps.verifications.find(id))) return null;
  if (deferred.failure) throw new AppError(deferred.failure.code, deferred.failure.detail);
  if (deferred.leaseUntil <= deps.clock.now())
    throw new AppError('PROCESSING_FAILED', 'The service was restarted before it judged the picture. Send it again.');
  return deferred;
}
