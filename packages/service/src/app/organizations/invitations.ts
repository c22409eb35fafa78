/** Invitations by mail: the link in it holds a secret of which only a hash is kept. @module */
import { AppError } from '@assay/core/errors';
import type { Caller, UserCaller } from '../accounts/caller.ts';
import { requireVerified } from '../accounts/verifyEmail.ts';
import { organizationNotFound } from '../actingOrganization.ts';
import { newAudit, type Trace } from '../audit.ts';
import { MAIL_WORDS, mailFromTemplate } from '../mail/mailTemplate.ts';
import { newEvent } from '../newEvent.ts';
import { type Action, authorize, mayDo } from '../policy.ts';
import type { Role } from '../ports/accounts/accounts.ts';
import type { Invitation, Member, OrganizationChange, OrganizationState } from '../ports/accounts/organizations.ts';
import type { Mail } from '../ports/delivery/mail.ts';
import type { Language } from '../ports/runtime/language.ts';
import { EACH_TIME, type Once } from '../ports/runtime/idempotency.ts';
import type { Ports } from '../ports/ports.ts';
import { limitsOf } from './planLimits.ts';
import { actingAs, memberOf, principalIn } from './insideOrganization.ts';

type Deps = Pick<Ports, 'organizations' | 'memberships' | 'users' | 'oneTimeTokens' | 'clock' | 'ids' | 'limits'>;

/** A week to read a mail. */
const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

export interface InvitationInput {
  /** Trimmed and valid, see `isEmail`. */
  readonly email: string;
  readonly role: Role;
}

const sameAddress = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
const invitationAction = (role: Role): Action => (role === 'owner' ? 'member.manageOwner' : 'member.manage');

/** @param inviter the role of who invites; null: no member any more */
export const mayInvite = (inviter: Role | null, role: Role): boolean =>
  inviter !== null && mayDo({ role: inviter, scopes: null }, invitationAction(role));

const isOpen = ({ expiresAt }: Invitation, now: Date): boolean => expiresAt > now;

/**
 * An open invitation of the same address is replaced: only the link of the latest mail works.
 * @throws {AppError} ORGANIZATION_NOT_FOUND, FORBIDDEN, EMAIL_NOT_VERIFIED, MEMBER_ALREADY_EXISTS, QUOTA_EXCEEDED
 */
export async function invite(
  deps: Deps,
  caller: Caller,
  trace: Trace,
  id: string,
  { email, role }: InvitationInput,
  publicBaseUrl: string,
  once: Once = EACH_TIME,
): Promise<Invitation> {
  await actingAs(deps, caller, id, 'member.manage');
  requireVerified(deps, caller.user);
  if (once.made) return (await deps.organizations.findInvitationOf(id, once.made['id'] ?? '')) ?? gone();
  const invited = await deps.users.findByEmail(email);
  const token = deps.oneTimeTokens.make();
  const now = deps.clock.now();
  const invitation: Invitation = {
    id: deps.ids.uuid(),
    organizationId: id,
    email,
    role,
    tokenHash: deps.oneTimeTokens.hash(token),
    invitedBy: caller.user.id,
    expiresAt: new Date(now.getTime() + LIFETIME_MS),
    acceptedAt: null,
    revokedAt: null,
    createdAt: now,
  };
  const added = (state: OrganizationState): OrganizationChange<undefined> => {
    authorize(principalIn(state, caller), invitationAction(role));
    if (invited && memberOf(state, invited.id))
      throw new AppError('MEMBER_ALREADY_EXISTS', 'Who has this address is a member already.');
    const older = state.invitations.filter((other) => sameAddress(other.email, email));
    assertRoom(deps, state, state.invitations.filter((other) => isOpen(other, now) && !older.includes(other)).length);
    const target = ['invitation', invitation.id] as const;
    return {
      commands: [
        ...older.map((other) => ({ do: 'endInvitation', id: other.id, as: 'revoked', at: now }) as const),
        { do: 'addInvitation', invitation },
      ],
      audit: [newAudit(deps, caller, trace, { action: 'member.invited', target, details: { email, role } })],
      events: [
        newEvent(deps, id, 'member.invited', { organization_id: id, invitation_id: invitation.id, email, role }),
      ],
      mail: invitationMail(
        state.organization.name,
        invitation,
        (invited ?? caller.user).language,
        token,
        publicBaseUrl,
      ),
      result: undefined,
    };
  };
  await once.making({ id: invitation.id }, () => deps.organizations.change(id, added));
  return invitation;
}

/** @param waiting open invitations: each may become a member without asking again */
function assertRoom({ limits }: Deps, { organization, members }: OrganizationState, waiting: number): void {
  const used = members.length + waiting;
  const { maxUsers: limit } = limitsOf(organization, limits.plans);
  if (limit === null || used < limit) return;
  const detail = `This organization has room for ${limit} members, and all places are taken.`;
  throw new AppError('QUOTA_EXCEEDED', detail, {
    extra: { quota: 'max_users', limit, used, resets_at: null },
  });
}

function invitationMail(
  organization: string,
  { email, role, expiresAt }: Invitation,
  language: Language,
  token: string,
  base: string,
): Mail {
  const times = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return mailFromTemplate({ email, language }, 'invitation', {
    organization: organization.replace(/\s+/g, ' '),
    role: MAIL_WORDS[language].roles[role],
    link: `${base}/invitations/accept?token=${token}`,
    until: `${times.format(expiresAt)} UTC`,
  });
}

const invitationNotFound = (): AppError => new AppError('INVITATION_NOT_FOUND', 'There is no such invitation.');
function gone(): never {
  throw invitationNotFound();
}

const used = (): AppError => new AppError('GONE', 'This invitation was used or withdrawn, or it is too old.');

/** Withdraws it; again does nothing. @throws {AppError} ORGANIZATION_NOT_FOUND, FORBIDDEN, INVITATION_NOT_FOUND */
export async function revokeInvitation(
  deps: Deps,
  caller: Caller,
  trace: Trace,
  id: string,
  invitationId: string,
): Promise<void> {
  await actingAs(deps, caller, id, 'member.manage');
  const known = await deps.organizations.findInvitationOf(id, invitationId);
  if (!known) throw invitationNotFound();
  await deps.organizations.change(id, (state) => {
    authorize(principalIn(state, caller), 'member.manage');
    if (!state.invitations.some((invitation) => invitation.id === invitationId))
      return { commands: [], audit: [], events: [], result: undefined };
    const auditAction = { action: 'invitation.revoked', target: ['invitation', invitationId] as const };
    return {
      commands: [{ do: 'endInvitation', id: invitationId, as: 'revoked', at: deps.clock.now() }],
      audit: [newAudit(deps, caller, trace, auditAction)],
      events: [],
      result: undefined,
    };
  });
}

/**
 * The caller joins. The mail proves that he reads the address, so it must be the one of his account.
 * @throws {AppError} INVITATION_NOT_FOUND, GONE, FORBIDDEN, MEMBER_ALREADY_EXISTS, QUOTA_EXCEEDED
 */
export async function acceptInvitation(
  deps: Deps,
  caller: UserCaller,
  trace: Trace,
  token: string,
  once: Once = EACH_TIME,
): Promise<Pick<Member, 'organizationId' | 'userId'>> {
  const before = once.made?.['organizationId'];
  if (before !== undefined) return { organizationId: before, userId: caller.user.id };
  const tokenHash = deps.oneTimeTokens.hash(token);
  const found = await deps.organizations.findInvitation(tokenHash);
  if (!found) throw invitationNotFound();
  const { organizationId, role } = found;
  const now = deps.clock.now();
  const accept = (state: OrganizationState) => {
    const invitation = state.invitations.find(({ id }) => id === found.id);
    if (!invitation || !isOpen(invitation, now)) throw used();
    // An invitation is worth what its inviter may at this moment; whose account is gone may nothing.
    const inviter = invitation.invitedBy === null ? undefined : memberOf(state, invitation.invitedBy);
    if (!mayInvite(inviter?.role ?? null, role)) throw used();
    if (!sameAddress(invitation.email, caller.user.email))
      throw new AppError('FORBIDDEN', 'This invitation is for another address. Sign in with the account of that one.');
    if (memberOf(state, caller.user.id)) throw new AppError('MEMBER_ALREADY_EXISTS', 'You are a member already.');
    assertRoom(deps, state, 0);
    const userId = caller.user.id;
    const { invitedBy } = invitation;
    const member: Member = { id: deps.ids.uuid(), organizationId, userId, role, invitedBy, createdAt: now };
    const auditAction = { action: 'member.joined', target: ['user', userId] as const, details: { role } };
    return {
      commands: [
        { do: 'endInvitation', id: invitation.id, as: 'accepted', at: now },
        { do: 'addMember', member },
      ] as const,
      audit: [newAudit(deps, caller, trace, auditAction)],
      events: [
        newEvent(deps, organizationId, 'member.joined', { organization_id: organizationId, user_id: userId, role }),
      ],
      result: member,
    };
  };
  const joining = once.making({ organizationId }, () => deps.organizations.change(organizationId, accept));
  return joining.catch((cause: unknown) => {
    // Deleted meanwhile: of that organization nothing is told.
    throw cause instanceof AppError && cause.code === organizationNotFound().code ? used() : cause;
  });
}
