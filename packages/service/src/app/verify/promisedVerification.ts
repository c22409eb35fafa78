/** A verification that is answered before it is made: the caller looks for its result under an id that is known at once. @module */
import { AppError } from '@assay/core/errors';
import type { Caller } from '../accounts/caller.ts';
import { countVerifications } from '../limits/countVerifications.ts';
import type { PendingVerification } from '../ports/pendingVerifications.ts';
import type { Ports } from '../ports/ports.ts';
import type { VerifyInput } from './verification.ts';
import { verifyImage, type VerifyDeps } from './verifyImage.ts';

type Deps = VerifyDeps & Pick<Ports, 'pendingVerifications' | 'quotas' | 'background'>;

/** Far longer than a verification takes: an end without result means that the process is gone. */
const LEASE_MS = 5 * 60 * 1000;
/** How long a failure can be read. */
const KEPT_MS = 24 * 60 * 60 * 1000;

export interface Promised {
  readonly pending: PendingVerification;
  /** Ends when the verification has, well or not; never rejects. */
  readonly done: Promise<void>;
}

/**
 * The unit of the quota is taken before the promise, so that a used-up one is told at once.
 * @throws {AppError} QUOTA_EXCEEDED
 */
export async function promiseVerification(deps: Deps, who: Caller, input: VerifyInput): Promise<Promised> {
  const now = deps.clock.now();
  const pending: PendingVerification = {
    id: deps.ids.uuid(),
    userId: who.user.id,
    failure: null,
    leaseUntil: new Date(now.getTime() + LEASE_MS),
    createdAt: now,
    expiresAt: new Date(now.getTime() + KEPT_MS),
  };
  let end: () => void = () => {};
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  await new Promise<void>((started, refused) => {
    const counted = countVerifications(deps, [who, input.requester], 1, async () => {
      await deps.pendingVerifications.add(pending);
      started();
      await verifyImage(deps, who, { ...input, id: pending.id });
    });
    deps.background.run('verification', async () => {
      try {
        await counted;
        await deps.pendingVerifications.remove(pending.id);
      } catch (error) {
        // Before the promise this is the answer; after it, what its reader is told.
        refused(error);
        await writeFailure(deps, pending.id, error);
      } finally {
        end();
      }
    });
  });
  return { pending, done };
}

async function writeFailure(deps: Deps, id: string, error: unknown): Promise<void> {
  const ours = error instanceof AppError;
  await deps.pendingVerifications.fail(id, {
    code: ours ? error.code : 'PROCESSING_FAILED',
    detail: ours ? error.detail : 'The picture could not be judged. The fault is ours; please send it again.',
  });
  if (!ours) throw error;
}

/**
 * One that has no result yet; null if nothing was promised to this caller under the id.
 * @throws {AppError} what it ended with
 */
export async function pendingVerification(
  deps: Pick<Ports, 'pendingVerifications' | 'verifications' | 'clock'>,
  who: Caller,
  id: string,
): Promise<PendingVerification | null> {
  const pending = await deps.pendingVerifications.find(id);
  if (!pending || pending.userId !== who.user.id || (await deps.verifications.find(id))) return null;
  if (pending.failure) throw new AppError(pending.failure.code, pending.failure.detail);
  if (pending.leaseUntil <= deps.clock.now())
    throw new AppError('PROCESSING_FAILED', 'The service was restarted before it judged the picture. Send it again.');
  return pending;
}
