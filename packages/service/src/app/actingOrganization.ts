/** In which organization a request acts (G16). @module */
import { AppError } from '@assay/core/errors';
import type { Caller } from './accounts/caller.ts';
import type { Membership } from './ports/accounts.ts';
import type { Ports } from './ports/ports.ts';

/**
 * @param requestedId the one that the caller named, or null for the personal one
 * @throws {AppError} ORGANIZATION_NOT_FOUND: there is none, or the caller is no member; both look the same
 */
export async function actingOrganization(
  deps: Pick<Ports, 'memberships'>,
  caller: Caller,
  requestedId: string | null,
): Promise<Membership> {
  if (requestedId === null) return deps.memberships.personal(caller.user.id);
  const membership = await deps.memberships.find(caller.user.id, requestedId);
  if (!membership) throw new AppError('ORGANIZATION_NOT_FOUND', 'There is no such organization.');
  return membership;
}
