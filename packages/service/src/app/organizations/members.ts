/** Roles, and who goes. At least one owner stays, always. @module */
import { AppError } from '@assay/core/errors';
import type { Caller, UserCaller } from '../accounts/caller.ts';
import { confirmIdentity } from '../accounts/password/confirmIdentity.ts';
import { newAudit, type Trace } from '../audit.ts';
import { newEvent } from '../newEvent.ts';
import { authorize } from '../policy.ts';
import type { Organization, Role } from '../ports/accounts/accounts.ts';
import type {
  Member,
  OrganizationChange,
  OrganizationCommand,
  OrganizationState,
} from '../ports/accounts/organizations.ts';
import type { Ports } from '../ports/ports.ts';
import { mayInvite } from './invitations.ts';
import { actingAs, memberNamed, memberNotFound, principalIn } from './insideOrganization.ts';

type Deps = Pick<Ports, 'organizations' | 'memberships' | 'clock' | 'ids'>;

const isOwner = ({ role }: Member): boolean => role === 'owner';

/** @throws {AppError} ORGANIZATION_NOT_FOUND, MEMBER_NOT_FOUND, FORBIDDEN, LAST_OWNER, CONFLICT */
export async function changeRole(
  deps: Deps,
  caller: Caller,
  trace: Trace,
  id: string,
  { userId, role }: { readonly userId: string; readonly role: Role },
): Promise<void> {
  await actingAs(deps, caller, id, 'member.manage');
  await deps.organizations.change(id, (state) => {
    const principal = principalIn(state, caller);
    const member = memberNamed(state, userId);
    authorize(principal, member.role === 'owner' || role === 'owner' ? 'member.manageOwner' : 'member.manage');
    if (member.role === role) return { commands: [], audit: [], events: [], result: undefined };
    const handOver = member.role === 'owner' ? withoutOwner(deps, state, member) : [];
    const details = { from: member.role, to: role };
    const auditAction = { action: 'member.role_changed', target: ['user', userId] as const, details };
    return {
      commands: [{ do: 'setRole', userId, role }, ...handOver, ...withoutRightOf(deps, state, userId, role)],
      audit: [newAudit(deps, caller, trace, auditAction)],
      events: [],
      result: undefined,
    };
  });
}

/** @throws {AppError} as `changeRole`; whoever may manage nobody may still remove himself */
export async function removeMember(
  deps: Deps,
  caller: Caller,
  trace: Trace,
  id: string,
  userId: string,
): Promise<void> {
  const isSelf = userId === caller.user.id;
  await actingAs(deps, caller, id, isSelf ? 'organization.see' : 'member.manage');
  await deps.organizations.change(id, (state) => {
    const principal = principalIn(state, caller);
    const member = memberNamed(state, userId);
    if (!isSelf) authorize(principal, isOwner(member) ? 'member.manageOwner' : 'member.manage');
    return goodbye(deps, caller, trace, state, member);
  });
}

/** @throws {AppError} ORGANIZATION_NOT_FOUND, LAST_OWNER, CONFLICT */
export async function leaveOrganization(deps: Deps, caller: Caller, trace: Trace, id: string): Promise<void> {
  return removeMember(deps, caller, trace, id, caller.user.id);
}

/**
 * Ends the open invitations that a member may not make any more: whoever loses a right must not have kept it for a second
 * account. @param role that the member has from now on; null: none
 */
const withoutRightOf = (
  deps: Deps,
  { invitations }: OrganizationState,
  userId: string,
  role: Role | null,
): OrganizationCommand[] =>
  invitations
    .filter(({ invitedBy, role: granted }) => invitedBy === userId && !mayInvite(role, granted))
    .map(({ id }) => ({ do: 'endInvitation', id, as: 'revoked', at: deps.clock.now() }));

/** The caller's keys go with him: a key never may more than its maker. */
function goodbye(
  deps: Deps,
  caller: Caller,
  trace: Trace,
  state: OrganizationState,
  member: Member,
): OrganizationChange<undefined> {
  const { id } = state.organization;
  const at = deps.clock.now();
  const keys = state.keys.filter(({ userId }) => userId === member.userId);
  const left = member.userId === caller.user.id;
  const { userId, role } = member;
  return {
    commands: [
      ...(isOwner(member) ? withoutOwner(deps, state, member) : []),
      ...keys.map(
        (key): OrganizationCommand => ({ do: 'editKey', id: key.id, fields: { revokedAt: at, isActive: false } }),
      ),
      ...withoutRightOf(deps, state, userId, null),
      { do: 'removeMember', userId },
    ],
    audit: [
      newAudit(deps, caller, trace, {
        action: left ? 'member.left' : 'member.removed',
        target: ['user', userId],
        details: { role, keys_revoked: keys.length },
      }),
    ],
    events: [
      newEvent(deps, id, 'member.removed', { organization_id: id, user_id: userId, role }),
      ...keys.map((key) => newEvent(deps, id, 'api_key.revoked', { key_id: key.id, name: key.name })),
    ],
    result: undefined,
  };
}

/**
 * What has to happen when an owner stops being one. `owner_id` always names an owner, the oldest that remains.
 * @throws {AppError} LAST_OWNER; CONFLICT in a personal organization, which stays with its user
 */
function withoutOwner(deps: Deps, { organization, members }: OrganizationState, member: Member): OrganizationCommand[] {
  const heir = members.find((other) => isOwner(other) && other.userId !== member.userId);
  if (!heir)
    throw new AppError('LAST_OWNER', 'An organization needs an owner. Make somebody else one first, or delete it.');
  if (organization.ownerId !== member.userId) return [];
  if (organization.isPersonal) throw new AppError('CONFLICT', 'A personal organization stays with its user.');
  return [{ do: 'edit', fields: { ownerId: heir.userId }, at: deps.clock.now() }];
}

/**
 * The member becomes its owner, the caller an admin.
 * @param password of the caller's account
 * @throws {AppError} as `changeRole`; VALIDATION_ERROR, INVALID_CREDENTIALS and RATE_LIMITED, see `confirmIdentity`: whoever has
 * stolen an access token must not get the organization with it
 */
export async function transferOrganization(
  deps: Deps & Pick<Ports, 'passwords' | 'sessions' | 'loginGuard'>,
  caller: UserCaller,
  trace: Trace,
  id: string,
  { userId, password }: { readonly userId: string; readonly password: string | null },
): Promise<void> {
  const { organization } = await actingAs(deps, caller, id, 'organization.transfer');
  // What is wrong with the request itself costs no try of the password.
  if (!(await deps.memberships.find(userId, id))) throw memberNotFound();
  assertTransferable(organization, caller, userId);
  await confirmIdentity(deps, caller, password, 'password');
  await deps.organizations.change(id, (state) => {
    authorize(principalIn(state, caller), 'organization.transfer');
    memberNamed(state, userId);
    assertTransferable(state.organization, caller, userId);
    const commands: OrganizationCommand[] = [
      { do: 'setRole', userId, role: 'owner' },
      { do: 'setRole', userId: caller.user.id, role: 'admin' },
      { do: 'edit', fields: { ownerId: userId }, at: deps.clock.now() },
      ...withoutRightOf(deps, state, caller.user.id, 'admin'),
    ];
    const audit = [newAudit(deps, caller, trace, { action: 'organization.transferred', target: ['user', userId] })];
    return { commands, audit, events: [], result: undefined };
  });
}

/** @throws {AppError} CONFLICT */
function assertTransferable({ isPersonal }: Organization, caller: Caller, userId: string): void {
  if (isPersonal) throw new AppError('CONFLICT', 'A personal organization stays with its user.');
  if (userId === caller.user.id) throw new AppError('CONFLICT', 'You own this organization already.');
}
