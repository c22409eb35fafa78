/**
 * Deferred verification (`Prefer: respond-async`): accepted at once, its result comes under an id that is known by then. The
 * process that accepts begins at once; what it does not end, `recoverDeferred` of any process does.
 * @module
 */
import { AppError } from '@assay/core/errors';
import type { Caller } from '../../accounts/caller.ts';
import { leaseRequest } from '../../leasedWork.ts';
import { consumerOf } from '../../limits/countVerifications.ts';
import type {
  DeferredRequest,
  DeferredVerification,
  HeldVerification,
  NewDeferredVerification,
} from '../../ports/verify/deferredVerifications.ts';
import { EACH_TIME, type Once } from '../../ports/runtime/idempotency.ts';
import type { Ports } from '../../ports/ports.ts';
import type { VerifyInput } from '../verification.ts';
import { type JudgeDeps, judgeDeferred, UNFINISHED_KEPT_MS } from './judgeDeferred.ts';

type Deps = JudgeDeps & Pick<Ports, 'addressRules'>;

export interface Deferral {
  readonly deferred: Pick<DeferredVerification, 'id' | 'createdAt'>;
  /** Ends when this process works on it no more; never rejects. */
  readonly done: Promise<void>;
}

/**
 * Durable, with its picture, once this returns. The unit of the quota is taken before it is accepted, so that a used-up one is
 * told at once.
 * @throws {AppError} ORGANIZATION_NOT_FOUND, FORBIDDEN, QUOTA_EXCEEDED
 */
export async function deferVerification(
  deps: Deps,
  caller: Caller,
  input: VerifyInput,
  once: Once = EACH_TIME,
): Promise<Deferral> {
  // An earlier try of the request was accepted: its result, or its failure, comes under the same id.
  const before = once.made;
  if (before)
    return {
      deferred: { id: before['id'] ?? '', createdAt: new Date(before['at'] ?? '') },
      done: Promise.resolve(),
    };
  const { deferred, held } = await accept(deps, caller, input, once);
  const done = new Promise<void>((end) => {
    deps.background.run('verification', async () => {
      try {
        await judgeDeferred(deps, held, async () => ({ caller, bytes: input.bytes }));
      } finally {
        end();
      }
    });
  });
  return { deferred, done };
}

async function accept(
  deps: Deps,
  caller: Caller,
  { bytes, requester, isKept = false, mapSideMax, threshold }: VerifyInput,
  once: Once,
): Promise<{ readonly deferred: DeferredVerification; readonly held: HeldVerification }> {
  const consumer = await consumerOf(deps, caller, requester);
  if (consumer.kind !== 'organization') throw new TypeError('deferVerification: a caller acts in an organization');
  const taken = await deps.quotas.takeVerifications(consumer, 1);
  try {
    const now = deps.clock.now();
    const deferred: NewDeferredVerification = {
      id: deps.ids.uuid(),
      userId: caller.user.id,
      organizationId: consumer.organizationId,
      failure: null,
      createdAt: now,
      expiresAt: new Date(now.getTime() + UNFINISHED_KEPT_MS),
      // Programs leave theirs to the queue by the thousand; nobody looks at each.
      inBulk: caller.kind === 'key',
    };
    const request: DeferredRequest = {
      apiKeyId: caller.kind === 'key' ? caller.key.id : null,
      requester,
      isKept,
      mapSideMax,
      threshold: threshold ?? null,
      taken,
      origin: deps.traces.current(),
    };
    const made = { id: deferred.id, at: now.toISOString() };
    const held = await once.making(made, () =>
      deps.deferredVerifications.add(deferred, request, bytes, leaseRequest(deps)),
    );
    return { deferred, held };
  } catch (cause) {
    await deps.quotas.giveBack(taken, 1);
    throw cause;
  }
}

/**
 * One that has no result yet; null if nothing was deferred for this caller under the id, or it is judged.
 * @throws {AppError} what it ended with
 */
export async function deferredVerification(
  deps: Pick<Ports, 'deferredVerifications'>,
  caller: Caller,
  id: string,
): Promise<DeferredVerification | null> {
  const deferred = await deps.deferredVerifications.find(id);
  if (!deferred || deferred.userId !== caller.user.id) return null;
  if (deferred.failure) throw new AppError(deferred.failure.code, deferred.failure.detail);
  return deferred;
}
