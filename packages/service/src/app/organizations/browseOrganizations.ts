/** Reads organizations, their members, invitations, keys and audit log. @module */
import { AppError } from '@assay/core/errors';
import type { Caller } from '../accounts/caller.ts';
import { organizationNotFound } from '../actingOrganization.ts';
import type { Page, PageRequest } from '../ports/assets.ts';
import type { Role } from '../ports/accounts.ts';
import type { AuditEntry, Invitation, MasterKey, NamedMember, OrganizationView } from '../ports/organizations.ts';
import type { Ports } from '../ports/ports.ts';
import { actingAs } from './insideOrganization.ts';

type Deps = Pick<Ports, 'organizations' | 'memberships'>;

export type OwnOrganization = OrganizationView & { readonly role: Role };

/** Those of which the caller is a member; of an API key its own. */
export const listOrganizations = (deps: Deps, who: Caller, page: PageRequest): Promise<Page<OwnOrganization>> =>
  deps.organizations.list(who.user.id, who.kind === 'key' ? who.key.organizationId : null, page);

/** @throws {AppError} ORGANIZATION_NOT_FOUND */
export async function getOrganization(deps: Deps, who: Caller, id: string): Promise<OwnOrganization> {
  const { role } = await actingAs(deps, who, id, 'organization.see');
  const view = await deps.organizations.find(id);
  if (!view) throw organizationNotFound();
  return { ...view, role };
}

export async function listMembers(deps: Deps, who: Caller, id: string, page: PageRequest): Promise<Page<NamedMember>> {
  await actingAs(deps, who, id, 'organization.see');
  return deps.organizations.members(id, page);
}

/** @throws {AppError} ORGANIZATION_NOT_FOUND, MEMBER_NOT_FOUND */
export async function getMember(deps: Deps, who: Caller, id: string, userId: string): Promise<NamedMember> {
  await actingAs(deps, who, id, 'organization.see');
  const member = await deps.organizations.member(id, userId);
  if (!member) throw new AppError('MEMBER_NOT_FOUND', 'There is no such member in this organization.');
  return member;
}

export async function listInvitations(
  deps: Deps,
  who: Caller,
  id: string,
  page: PageRequest,
): Promise<Page<Invitation>> {
  await actingAs(deps, who, id, 'member.manage');
  return deps.organizations.invitations(id, page);
}

export async function readAuditLog(deps: Deps, who: Caller, id: string, page: PageRequest): Promise<Page<AuditEntry>> {
  await actingAs(deps, who, id, 'audit.see');
  return deps.organizations.auditLog(id, page);
}

/** Public halves, the oldest first. */
export async function listMasterKeys(deps: Deps, who: Caller, id: string): Promise<readonly MasterKey[]> {
  await actingAs(deps, who, id, 'organization.see');
  return deps.organizations.masterKeys(id);
}
