/** Organizations, their members, invitations, master keys and audit log, as use cases need them. @module */
import type { Organization, Role, Tier } from './accounts.ts';
import type { ApiKey } from './apiKeys.ts';
import type { AuditDraft, AuditEntry, PlacedAuditHead } from './auditLog.ts';
import type { Page, PageRequest } from '../assets/assets.ts';
import type { OutboxEvent } from '../delivery/events.ts';
import type { Mail } from '../delivery/mail.ts';

/** What an operator may set for one organization in place of its plan's number. */
export const CUSTOM_LIMITS = ['users', 'assets', 'verificationsPerDay', 'uploadsPerMonth', 'storageBytes'] as const;

/** Absent: the plan's number; null: without bound. */
export type CustomLimits = Readonly<Partial<Record<(typeof CUSTOM_LIMITS)[number], number | null>>>;

export interface OrganizationRecord extends Organization {
  readonly description: string | null;
  readonly logoUrl: string | null;
  /** The plan whose limits hold. */
  readonly effectivePlan: Tier;
  /** Limits of its own, which may lower what its plan allows; null: none. */
  readonly maxUsers: number | null;
  readonly maxAssets: number | null;
  readonly maxVerificationsPerDay: number | null;
  readonly customLimits: CustomLimits;
  /** Null: verification logs are kept for ever. */
  readonly retentionDays: number | null;
  readonly updatedAt: Date | null;
}

/** With what an answer tells beside the record. */
export interface OrganizationView {
  readonly organization: OrganizationRecord;
  readonly membersCount: number;
  readonly assetsCount: number;
}

export interface Member {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly role: Role;
  readonly invitedBy: string | null;
  readonly createdAt: Date;
}

export interface NamedMember extends Member {
  readonly email: string;
  readonly fullName: string | null;
}

export interface Invitation {
  readonly id: string;
  readonly organizationId: string;
  readonly email: string;
  readonly role: Role;
  /** SHA-256 of the token in the mail, hex. */
  readonly tokenHash: string;
  readonly invitedBy: string | null;
  readonly expiresAt: Date;
  readonly acceptedAt: Date | null;
  readonly revokedAt: Date | null;
  readonly createdAt: Date;
}

/** Public half of an organization's signing key. */
export interface MasterKey {
  readonly organizationId: string;
  readonly version: number;
  /** 32 bytes, Ed25519 (RFC 8032). */
  readonly publicKey: Uint8Array;
  readonly createdAt: Date;
  readonly retiredAt: Date | null;
}

/** One organization while nobody else can change it. */
export interface OrganizationState {
  readonly organization: OrganizationRecord;
  readonly assetsCount: number;
  /** The oldest first. */
  readonly members: readonly Member[];
  /** Neither accepted nor revoked; some may have expired. */
  readonly invitations: readonly Invitation[];
  /** Not revoked; some may have expired. */
  readonly keys: readonly ApiKey[];
}

export type OrganizationEdit = Partial<
  Omit<OrganizationRecord, 'id' | 'isPersonal' | 'createdAt' | 'updatedAt' | 'masterKeyRef'>
>;
export type ApiKeyEdit = Partial<
  Pick<
    ApiKey,
    'name' | 'scopes' | 'isActive' | 'expiresAt' | 'revokedAt' | 'rotatedToId' | 'rateLimitPerHour' | 'rateLimitPerDay'
  >
>;

export type OrganizationCommand =
  | { readonly do: 'edit'; readonly fields: OrganizationEdit; readonly at: Date }
  | { readonly do: 'remove' }
  | { readonly do: 'addMember'; readonly member: Member }
  | { readonly do: 'setRole'; readonly userId: string; readonly role: Role }
  | { readonly do: 'removeMember'; readonly userId: string }
  | { readonly do: 'addInvitation'; readonly invitation: Invitation }
  | { readonly do: 'endInvitation'; readonly id: string; readonly as: 'accepted' | 'revoked'; readonly at: Date }
  /** Mints a key pair; the one before is retired and stays published. */
  | { readonly do: 'addMasterKey'; readonly version: number; readonly at: Date }
  | { readonly do: 'addKey'; readonly key: ApiKey }
  | { readonly do: 'editKey'; readonly id: string; readonly fields: ApiKeyEdit };

/** What a use case decides to do with an organization. All of it happens in one transaction, or nothing. */
export interface OrganizationChange<Result> {
  readonly commands: readonly OrganizationCommand[];
  readonly audit: readonly AuditDraft[];
  readonly events: readonly OutboxEvent[];
  readonly mail?: Mail;
  readonly result: Result;
}

export interface NewOrganization {
  readonly organization: Omit<OrganizationRecord, 'slug' | 'updatedAt'>;
  /** Exactly this one, or one made from it by a number at its end. */
  readonly slug: { readonly requested: string } | { readonly base: string };
  /** The member who makes it. */
  readonly owner: Member;
  /** Organizations beside the personal one that its owner may have. */
  readonly ownedMax: number;
  readonly audit: AuditDraft;
}

export interface Organizations {
  /** @throws {AppError} SLUG_ALREADY_EXISTS, QUOTA_EXCEEDED */
  create(draft: NewOrganization): Promise<OrganizationRecord>;
  find(id: string): Promise<OrganizationView | null>;
  /** Of which the user is a member, the oldest first. @param onlyId for an API key: its organization alone */
  list(
    userId: string,
    onlyId: string | null,
    page: PageRequest,
  ): Promise<Page<OrganizationView & { readonly role: Role }>>;
  /**
   * Locks the organization, lets `decide` look at it, and does what it says. Two changes of one organization never run at
   * the same time. `decide` is pure and may run again; what it throws undoes everything.
   * @throws {AppError} ORGANIZATION_NOT_FOUND; SLUG_ALREADY_EXISTS
   */
  change<Result>(id: string, decide: (state: OrganizationState) => OrganizationChange<Result>): Promise<Result>;
  members(id: string, page: PageRequest): Promise<Page<NamedMember>>;
  member(id: string, userId: string): Promise<NamedMember | null>;
  invitations(id: string, page: PageRequest): Promise<Page<Invitation>>;
  findInvitation(tokenHash: string): Promise<Invitation | null>;
  findInvitationOf(id: string, invitationId: string): Promise<Invitation | null>;
  /** Deletes at most `limit` that were accepted, withdrawn or too old by then; how many. The audit log tells of each. */
  forgetInvitations(endedBefore: Date, limit: number): Promise<number>;
  /** The latest first. */
  auditLog(id: string, page: PageRequest): Promise<Page<AuditEntry>>;
  /** Its heads in the transparency log, the latest first. */
  auditHeads(id: string, page: PageRequest): Promise<Page<PlacedAuditHead>>;
  /** Of one organization, or of all; the oldest first. */
  masterKeys(id: string | null): Promise<readonly MasterKey[]>;
}
