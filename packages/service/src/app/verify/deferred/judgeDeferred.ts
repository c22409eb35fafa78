/** Judges deferred verifications, at once or after a process left them: each to its result or its failure, once. @module */
import { AppError, type ErrorCode } from '@assay/core/errors';
import type { Caller } from '../../accounts/caller.ts';
import { callerOfWork } from '../../keys/callerOfWork.ts';
import {
  ATTEMPTS_MAX,
  isBusy,
  isTakenOver,
  leaseRequest,
  letGoWith,
  WAIT_MS_MAX,
  type WorkedOff,
  whileRenewed,
  workOff,
} from '../../leasedWork.ts';
import { costsItsUnit } from '../../limits/countVerifications.ts';
import type { HeldVerification } from '../../ports/verify/deferredVerifications.ts';
import type { LiveMaps } from '../../ports/verify/liveVerifications.ts';
import type { Once } from '../../ports/runtime/idempotency.ts';
import type { Ports } from '../../ports/ports.ts';
import { verifyImage, type VerifyDeps } from '../verifyImage.ts';

export type JudgeDeps = VerifyDeps &
  Pick<
    Ports,
    | 'background'
    | 'deferredVerifications'
    | 'liveVerifications'
    | 'quotas'
    | 'traces'
    | 'timers'
    | 'processId'
    | 'users'
    | 'apiKeys'
  >;

/** How long a failure can be read. */
const FAILURE_KEPT_MS = 24 * 60 * 60 * 1000;
/** One that is not judged within `WAIT_MS_MAX` fails, and that can be read too: nothing is forgotten before. */
export const UNFINISHED_KEPT_MS = WAIT_MS_MAX + FAILURE_KEPT_MS;
/** So long the next try waits where the engine or the store was busy, so that one picture holds up no others, ms. */
const PAUSE_MS = 5_000;

const OURS = 'The picture could not be judged. The fault is ours; please send it again.';
const GIVEN_UP = 'The picture was given up, since the service stopped again and again while it was judged.';
const LATE = 'The picture could not be judged within a day, since the service was out of order. Send it again.';

/** What judging needs beside the row. */
interface Given {
  readonly caller: Caller;
  readonly bytes: Uint8Array;
}

/**
 * Works on one that this process holds. Result and row change together: whoever lost the lease writes nothing.
 * @throws what is a fault of ours and is no longer than this told to anybody; the reader finds a failure by then
 */
export async function judgeDeferred(
  deps: JudgeDeps,
  held: HeldVerification,
  give: () => Promise<Given>,
): Promise<keyof WorkedOff> {
  const { deferred, request, lease } = held;
  const { isKept, mapSideMax, requester, threshold } = request;
  const { id } = deferred;
  const once: Once = {
    made: null,
    making: (_made, work) => deps.deferredVerifications.ending(lease, 'judged', work),
  };
  let maps: LiveMaps = { mapPng: null, presencePng: null };
  deps.liveVerifications.begin(id);
  try {
    await whileRenewed(
      deps,
      (ms) => deps.deferredVerifications.renew(lease, ms),
      async () => {
        const { caller, bytes } = await give();
        maps = await verifyImage(deps, caller, {
          id,
          bytes,
          isKept,
          mapSideMax,
          requester,
          batchId: null,
          ...(threshold === null ? {} : { threshold }),
          once,
          onStage: (reached) => deps.liveVerifications.tell(id, { event: 'stage', ...reached }),
        });
      },
    );
    return 'completed';
  } catch (cause) {
    return await endOrLeave(deps, held, cause);
  } finally {
    deps.liveVerifications.tell(id, { event: 'ended', maps });
  }
}

/** Leaves it to the next, or writes its failure down, for which the unit comes back unless the file is at fault. */
async function endOrLeave(deps: JudgeDeps, held: HeldVerification, cause: unknown): Promise<keyof WorkedOff> {
  const { deferred, request, lease } = held;
  const now = deps.clock.now();
  const isLate = now.getTime() - deferred.createdAt.getTime() > WAIT_MS_MAX;
  if (isTakenOver(cause) || (isBusy(cause) && !isLate)) {
    await letGoWith(deps, () => deps.deferredVerifications.release(lease, PAUSE_MS));
    return isBusy(cause) ? 'postponed' : 'completed';
  }
  const failure = failureOf(isBusy(cause) ? new AppError('PROCESSING_FAILED', LATE, { cause }) : cause);
  const end = { failure, expiresAt: new Date(now.getTime() + FAILURE_KEPT_MS) };
  const back = costsItsUnit(failure.code) ? 0 : 1;
  try {
    await deps.deferredVerifications.ending(lease, end, () => deps.quotas.giveBack(request.taken, back));
  } catch (second) {
    if (!isTakenOver(second)) throw second;
    // Who took it over writes what comes of it, or has done so, which is what went wrong here.
    await letGoWith(deps, () => deps.deferredVerifications.release(lease, 0));
    return 'completed';
  }
  if (!(cause instanceof AppError)) throw cause;
  return 'failed';
}

const failureOf = (cause: unknown): { readonly code: ErrorCode; readonly detail: string } =>
  cause instanceof AppError ? { code: cause.code, detail: cause.detail } : { code: 'PROCESSING_FAILED', detail: OURS };

/** Goes on with what waits, and with what a process left that died. */
export const recoverDeferred = (deps: JudgeDeps, isEnding: () => boolean = () => false): Promise<WorkedOff> =>
  workOff(
    isEnding,
    () => deps.deferredVerifications.takeStranded(leaseRequest(deps)),
    (held) =>
      deps.traces.resume('verification', held.request.origin, () =>
        judgeDeferred(deps, held, () => givenAgain(deps, held)),
      ),
  );

/** With the rights of now: whoever asked may have lost them. @throws {AppError} PROCESSING_FAILED, FORBIDDEN */
async function givenAgain(deps: JudgeDeps, { deferred, request, attempts, lease }: HeldVerification): Promise<Given> {
  if (attempts > ATTEMPTS_MAX) throw new AppError('PROCESSING_FAILED', GIVEN_UP);
  const { id, userId } = deferred;
  const caller = await callerOfWork(deps, { id, userId, apiKeyId: request.apiKeyId });
  if (typeof caller === 'string') throw new AppError('FORBIDDEN', caller);
  const bytes = await deps.deferredVerifications.picture(lease);
  if (!bytes) throw new AppError('CONFLICT', 'Another process works on this verification.');
  return { caller, bytes };
}
