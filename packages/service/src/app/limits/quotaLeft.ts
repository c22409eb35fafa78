/** Whether a picture could be counted at all, told before it is read. @module */
import { AppError } from '@assay/core/errors';
import type { Caller } from '../accounts/caller.ts';
import { actingOrganization, organizationIdsOf } from '../actingOrganization.ts';
import { type Action, authorize } from '../policy.ts';
import type { Ports } from '../ports/ports.ts';

type Deps = Pick<Ports, 'quotas' | 'memberships'>;

/**
 * Of an upload.
 * @param organizationId that the head of the request names; null: its form may name any of the caller's own
 * @throws {AppError} QUOTA_EXCEEDED when none of them has one left; ORGANIZATION_NOT_FOUND, FORBIDDEN
 */
export const assertUploadsLeft = (deps: Deps, caller: Caller, organizationId: string | null): Promise<void> =>
  assertLeft(deps, caller, organizationId, 'asset.write', (id) => deps.quotas.assertUploadsLeft(id));

/** Of a search by a picture, which counts as a verification. @throws {AppError} as `assertUploadsLeft` */
export const assertSearchesLeft = (deps: Deps, caller: Caller, organizationId: string | null): Promise<void> =>
  assertLeft(deps, caller, organizationId, 'asset.see', (id) =>
    deps.quotas.assertVerificationsLeft({ kind: 'organization', organizationId: id }),
  );

async function assertLeft(
  deps: Deps,
  caller: Caller,
  organizationId: string | null,
  action: Action,
  assertLeftIn: (organizationId: string) => Promise<void>,
): Promise<void> {
  if (organizationId !== null) {
    const acting = await actingOrganization(deps, caller, organizationId);
    authorize(acting, action);
    return assertLeftIn(acting.organization.id);
  }
  let refusal: AppError | null = null;
  for (const id of await organizationIdsOf(deps, caller)) {
    try {
      return await assertLeftIn(id);
    } catch (cause) {
      if (!(cause instanceof AppError) || cause.code !== 'QUOTA_EXCEEDED') throw cause;
      refusal ??= cause;
    }
  }
  if (refusal) throw refusal;
}
