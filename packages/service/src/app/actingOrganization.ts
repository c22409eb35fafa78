/** In which organization a request acts (docs/spec/api.md#acting-organization), and as what. @module */
import { AppError } from '@assay/core/errors';
import { type Caller, scopesOf } from './accounts/caller.ts';
import type { Principal } from './policy.ts';
import type { Membership } from './ports/accounts/accounts.ts';
import type { Ports } from './ports/ports.ts';

/** A caller inside an organization. */
export type Acting = Membership & Principal;

type Deps = Pick<Ports, 'memberships'>;

export const organizationNotFound = (): AppError =>
  new AppError('ORGANIZATION_NOT_FOUND', 'There is no such organization.');

/** Null for strangers, and for a key of another organization: an API key never leaves its own. */
export async function actingIn(deps: Deps, caller: Caller, organizationId: string): Promise<Acting | null> {
  if (caller.kind === 'key' && caller.key.organizationId !== organizationId) return null;
  const membership = await deps.memberships.find(caller.user.id, organizationId);
  return membership && { ...membership, scopes: scopesOf(caller) };
}

/**
 * @param requestedId the one that the caller named, or null: the key's, else the personal one
 * @throws {AppError} ORGANIZATION_NOT_FOUND: there is none, or the caller is no member; both look the same
 */
export async function actingOrganization(deps: Deps, caller: Caller, requestedId: string | null): Promise<Acting> {
  const named = requestedId ?? (caller.kind === 'key' ? caller.key.organizationId : null);
  if (named === null) return { ...(await deps.memberships.personal(caller.user.id)), scopes: null };
  const acting = await actingIn(deps, caller, named);
  if (!acting) throw organizationNotFound();
  return acting;
}

/** Organizations whose things the caller may know of. */
export async function organizationIdsOf(deps: Deps, caller: Caller): Promise<readonly string[]> {
  return caller.kind === 'key' ? [caller.key.organizationId] : deps.memberships.organizationIds(caller.user.id);
}
