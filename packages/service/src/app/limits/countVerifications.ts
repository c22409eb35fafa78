/** Verifications are counted before the work, and given back when they come to nothing (G65, G181). @module */
import type { Caller } from '../accounts/caller.ts';
import { actingOrganization } from '../actingOrganization.ts';
import { authorize } from '../policy.ts';
import type { Ports } from '../ports/ports.ts';
import type { Consumer } from '../ports/quotas.ts';
import type { VerifyRequester } from '../verify/verification.ts';
import { addressOf } from './principal.ts';

type Deps = Pick<Ports, 'quotas' | 'memberships'>;

async function consumerOf(deps: Deps, who: Caller | null, { ip, organizationId }: VerifyRequester): Promise<Consumer> {
  if (!who) return { kind: 'address', address: addressOf(ip ?? '') };
  const acting = await actingOrganization(deps, who, organizationId);
  authorize(acting, 'verify');
  return { kind: 'organization', organizationId: acting.organization.id };
}

/**
 * @param units pictures that `work` will judge
 * @param unjudged of the result: how many it could not judge
 * @throws {AppError} before any work: ORGANIZATION_NOT_FOUND, FORBIDDEN, QUOTA_EXCEEDED or, without an account,
 *   RATE_LIMITED; then what `work` throws
 */
export async function countVerifications<T>(
  deps: Deps,
  [who, requester]: readonly [Caller | null, VerifyRequester],
  units: number,
  work: () => Promise<T>,
  unjudged: (result: T) => number = () => 0,
): Promise<T> {
  const taken = await deps.quotas.takeVerifications(await consumerOf(deps, who, requester), units);
  let back = units;
  try {
    const result = await work();
    back = unjudged(result);
    return result;
  } finally {
    if (back > 0) await deps.quotas.giveBack(taken, back);
  }
}
