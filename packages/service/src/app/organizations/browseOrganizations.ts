/** Reads organizations, their members, invitations, keys and audit log. @module */
import { AppError } from '@assay/core/errors';
import type { Caller } from '../accounts/caller.ts';
import { organizationNotFound } from '../actingOrganization.ts';
import type { Page, PageRequest } from '../ports/assets/assets.ts';
import type { Role } from '../ports/accounts/accounts.ts';
import type { AuditEntry, PlacedAuditHead } from '../ports/accounts/auditLog.ts';
import type { Invitation, MasterKey, NamedMember, OrganizationView } from '../ports/accounts/organizations.ts';
import type { Ports } from '../ports/ports.ts';
import { actingAs } from './insideOrganization.ts';

type Deps = Pick<Ports, 'organizations' | 'memberships'>;

export type OwnOrganization = OrganizationView & { readonly role: Role };

/** Those of which the caller is a member; of an API key its own. */
export const listOrganizations = (deps: Deps, caller: Caller, page: PageRequest): Promise<Page<OwnOrganization>> =>
  deps.organizations.list(caller.user.id, caller.kind === 'key' ? caller.key.organizationId : null, page);

/** @throws {AppError} ORGANIZATION_NOT_FOUND */
export async function getOrganization(deps: Deps, caller: Caller, id: string): Promise<OwnOrganization> {
  const { role } = await actingAs(deps, caller, id, 'organization.see');
  const view = await deps.organizations.find(id);
  if (!view) throw organizationNotFound();
  return { ...view, role };
}

export async function listMembers(
  deps: Deps,
  caller: Caller,
  id: string,
  page: PageRequest,
): Promise<Page<NamedMember>> {
  await actingAs(deps, caller, id, 'organization.see');
  return deps.organizations.members(id, page);
}

/** @throws {AppError} ORGANIZATION_NOT_FOUND, MEMBER_NOT_FOUND */
export async function getMember(deps: Deps, caller: Caller, id: string, userId: string): Promise<NamedMember> {
  await actingAs(deps, caller, id, 'organization.see');
  const member = await deps.organizations.member(id, userId);
  if (!member) throw new AppError('MEMBER_NOT_FOUND', 'There is no such member in this organization.');
  return member;
}

export async function listInvitations(
  deps: Deps,
  caller: Caller,
  id: string,
  page: PageRequest,
): Promise<Page<Invitation>> {
  await actingAs(deps, caller, id, 'member.manage');
  return deps.organizations.invitations(id, page);
}

export async function readAuditLog(
  deps: Deps,
  caller: Caller,
  id: string,
  page: PageRequest,
): Promise<Page<AuditEntry>> {
  await actingAs(deps, caller, id, 'audit.see');
  return deps.organizations.auditLog(id, page);
}

/** What the transparency log holds of the audit log; for those who may read it. */
export async function listAuditHeads(
  deps: Deps,
  caller: Caller,
  id: string,
  page: PageRequest,
): Promise<Page<PlacedAuditHead>> {
  await actingAs(deps, caller, id, 'audit.see');
  return deps.organizations.auditHeads(id, page);
}

/** Public halves, the oldest first. */
export async function listMasterKeys(deps: Deps, caller: Caller, id: string): Promise<readonly MasterKey[]> {
  await actingAs(deps, caller, id, 'organization.see');
  return deps.organizations.masterKeys(id);
}
