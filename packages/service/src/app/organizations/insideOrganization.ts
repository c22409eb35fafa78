/** What the changes of an organization share: who acts in it, as it is while nobody else can change it. @module */
import { AppError } from '@assay/core/errors';
import { type Caller, scopesOf } from '../accounts/caller.ts';
import { actingIn, type Acting, organizationNotFound } from '../actingOrganization.ts';
import { type Action, authorize, type Principal } from '../policy.ts';
import type { Member, OrganizationState } from '../ports/accounts/organizations.ts';
import type { Ports } from '../ports/ports.ts';

/** A look before the work. @throws {AppError} ORGANIZATION_NOT_FOUND, FORBIDDEN, INSUFFICIENT_SCOPE */
export async function actingAs(
  deps: Pick<Ports, 'memberships'>,
  caller: Caller,
  organizationId: string,
  action: Action,
): Promise<Acting> {
  const acting = await actingIn(deps, caller, organizationId);
  if (!acting) throw organizationNotFound();
  authorize(acting, action);
  return acting;
}

/**
 * The same inside a change: the role may have been taken meanwhile.
 * @throws {AppError} ORGANIZATION_NOT_FOUND for who is no member any more
 */
export function principalIn(state: OrganizationState, caller: Caller): Principal {
  const member = memberOf(state, caller.user.id);
  if (!member) throw organizationNotFound();
  return { role: member.role, scopes: scopesOf(caller) };
}

export const memberOf = ({ members }: OrganizationState, userId: string): Member | undefined =>
  members.find((member) => member.userId === userId);

export const memberNotFound = (): AppError =>
  new AppError('MEMBER_NOT_FOUND', 'There is no such member in this organization.');

/** @throws {AppError} MEMBER_NOT_FOUND */
export function memberNamed(state: OrganizationState, userId: string): Member {
  const member = memberOf(state, userId);
  if (!member) throw memberNotFound();
  return member;
}
