/**
 * Verifications are counted before the work, and given back when it fails through no fault of the file. A file that no
 * decoder reads costs its unit: else anybody could have decoders try as many as they like.
 * @module
 */
import { AppError, type ErrorCode } from '@assay/core/errors';
import type { Caller } from '../accounts/caller.ts';
import { actingOrganization } from '../actingOrganization.ts';
import { authorize } from '../policy.ts';
import type { Ports } from '../ports/ports.ts';
import type { Consumer } from '../ports/accounts/quotas.ts';
import type { VerifyRequester } from '../verify/verification.ts';

type Deps = Pick<Ports, 'quotas' | 'memberships' | 'addressRules'>;

/** Who pays. @throws {AppError} ORGANIZATION_NOT_FOUND, FORBIDDEN */
export async function consumerOf(
  deps: Deps,
  caller: Caller | null,
  { ip, organizationId }: VerifyRequester,
): Promise<Consumer> {
  if (!caller) return { kind: 'address', address: deps.addressRules.networkOf(ip ?? '') };
  const acting = await actingOrganization(deps, caller, organizationId);
  authorize(acting, 'verify');
  return { kind: 'organization', organizationId: acting.organization.id };
}

/** @throws {AppError} as `countVerifications` before any work; counts nothing */
export const assertVerificationsLeft = async (
  deps: Deps,
  [caller, requester]: readonly [Caller | null, VerifyRequester],
): Promise<void> => deps.quotas.assertVerificationsLeft(await consumerOf(deps, caller, requester));

/** What the file is at fault for, and what was judged and is not told: too many pictures of one asset. */
const COSTLY: ReadonlySet<ErrorCode> = new Set(['INVALID_FILE_TYPE', 'FILE_TOO_LARGE', 'RATE_LIMITED']);

/** True for refusals after which the unit is gone. */
export const costsItsUnit = (code: ErrorCode): boolean => COSTLY.has(code);

/**
 * @param units pictures that `work` will judge
 * @param unjudged of the result: how many it could not judge through no fault of the file
 * @throws {AppError} before any work: ORGANIZATION_NOT_FOUND, FORBIDDEN, QUOTA_EXCEEDED; then
 *   what `work` throws
 */
export async function countVerifications<T>(
  deps: Deps,
  [caller, requester]: readonly [Caller | null, VerifyRequester],
  units: number,
  work: () => Promise<T>,
  unjudged: (result: T) => number = () => 0,
): Promise<T> {
  return countedFor(deps, await consumerOf(deps, caller, requester), units, work, unjudged);
}

/** The same for one whose right to the work was looked at. @throws {AppError} QUOTA_EXCEEDED before any work; then what `work` throws */
export async function countedFor<T>(
  deps: Pick<Ports, 'quotas'>,
  consumer: Consumer,
  units: number,
  work: () => Promise<T>,
  unjudged: (result: T) => number = () => 0,
): Promise<T> {
  const taken = await deps.quotas.takeVerifications(consumer, units);
  let back = units;
  try {
    const result = await work();
    back = unjudged(result);
    return result;
  } catch (cause) {
    if (cause instanceof AppError && costsItsUnit(cause.code)) back = 0;
    throw cause;
  } finally {
    if (back > 0) await deps.quotas.giveBack(taken, back);
  }
}
