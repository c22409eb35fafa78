/** Whether an upload could be counted at all, told before its picture is read. @module */
import { AppError } from '@assay/core/errors';
import type { Caller } from '../accounts/caller.ts';
import { actingOrganization, organizationIdsOf } from '../actingOrganization.ts';
import { authorize } from '../policy.ts';
import type { Ports } from '../ports/ports.ts';

type Deps = Pick<Ports, 'quotas' | 'memberships'>;

/**
 * @param organizationId that the head of the request names; null: its form may name any of the caller's own
 * @throws {AppError} QUOTA_EXCEEDED when none of them has an upload left; ORGANIZATION_NOT_FOUND, FORBIDDEN
 */
export async function assertUploadsLeft(deps: Deps, caller: Caller, organizationId: string | null): Promise<void> {
  if (organizationId !== null) {
    const acting = await actingOrganization(deps, caller, organizationId);
    authorize(acting, 'asset.write');
    return deps.quotas.assertUploadsLeft(acting.organization.id);
  }
  let refusal: AppError | null = null;
  for (const id of await organizationIdsOf(deps, caller)) {
    try {
      return await deps.quotas.assertUploadsLeft(id);
    } catch (cause) {
      if (!(cause instanceof AppError) || cause.code !== 'QUOTA_EXCEEDED') throw cause;
      refusal ??= cause;
    }
  }
  if (refusal) throw refusal;
}
