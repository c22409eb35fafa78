/** Users, sessions, organizations and memberships, as use cases need them. @module */
import type { Precondition } from '../assets/assets.ts';
import type { Mail } from '../delivery/mail.ts';
import type { Language } from '../runtime/language.ts';
import type { CredentialEnd } from './credentials.ts';
import type { NewMailToken } from './mailTokens.ts';

export type Tier = 'free' | 'pro' | 'enterprise';
export type Role = 'owner' | 'admin' | 'editor' | 'verifier' | 'viewer';

export interface User {
  readonly id: string;
  /** As typed (trimmed). */
  readonly email: string;
  readonly fullName: string | null;
  /** Null: signs in through a provider alone. */
  readonly passwordHash: string | null;
  readonly isVerified: boolean;
  readonly tier: Tier;
  /** Of mails: the one in which the person signed up or last signed in. */
  readonly language: Language;
  readonly createdAt: Date;
  readonly updatedAt: Date | null;
  readonly lastLoginAt: Date | null;
}

export interface Organization {
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly slug: string;
  readonly plan: Tier;
  readonly isPersonal: boolean;
  readonly masterKeyRef: string;
  readonly publicVerification: boolean;
  /** Strangers learn which asset a picture matches. */
  readonly publicAssetIds: boolean;
  readonly createdAt: Date;
}

export interface NewAccount {
  readonly user: Omit<User, 'lastLoginAt' | 'updatedAt'>;
  /** `slugBase` is made unique by the adapter by appending a number. */
  readonly personal: Omit<Organization, 'slug'> & { readonly slugBase: string };
  /** Asks to confirm the address; null: somebody else has confirmed it. */
  readonly verification: { readonly token: NewMailToken; readonly mail: Mail } | null;
}

export interface Users {
  /** User, personal organization, owner membership, quota row and the mail in one transaction. @throws {AppError} EMAIL_ALREADY_EXISTS */
  register(account: NewAccount): Promise<void>;
  /** Compares the lower-cased address. */
  findByEmail(email: string): Promise<User | null>;
  find(id: string): Promise<User | null>;
  /** Whether there is an account at all. */
  any(): Promise<boolean>;
  rename(id: string, fullName: string | null, at: Date, check?: Precondition<User>): Promise<void>;
  /** Sets the password and ends what was made with the old one, in one transaction. */
  setPassword(id: string, passwordHash: string, at: Date, end: CredentialEnd): Promise<void>;
}

export interface Session {
  readonly id: string;
  readonly userId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
  readonly userAgent: string | null;
  readonly ip: string | null;
}

/** A session as its user sees it. */
export interface LiveSession extends Session {
  /** When it was last refreshed; null if never. */
  readonly lastUsedAt: Date | null;
}

/** A refresh token that is shown; with a rotation, the one that shall take its place. */
export interface RefreshUse {
  readonly sessionId: string;
  /** The `jti` of the token. */
  readonly tokenId: string;
  readonly at: Date;
  readonly rotation: { readonly tokenId: string; readonly expiresAt: Date } | null;
  /** Tells the person of `reused`. */
  readonly warning: Mail;
}

/** Of `reused`, the whole session is revoked already. */
export type RefreshOutcome =
  | { readonly state: 'accepted' }
  | { readonly state: 'rotated'; readonly tokenId: string; readonly issuedAt: Date; readonly expiresAt: Date }
  | { readonly state: 'reused' };

/** A rotated refresh token still gives its successor for so long, ms: the answer may have been lost on its way. */
export const ROTATION_GRACE_MS = 30_000;

/** Living sessions of one account; one more ends the oldest. */
export const SESSIONS_MAX = 100;

/** What a sign-in tells of the account. */
export interface SignInFacts {
  /** The password's hash at today's cost; null: as it is. */
  readonly rehashed: string | null;
  /** What the person reads; null: as before. */
  readonly language: Language | null;
}

export interface Sessions {
  /**
   * Notes the sign-in at its account and ends the oldest sessions beyond `SESSIONS_MAX`, in one transaction. False, with nothing
   * noted, if there is a session with this id.
   */
  create(session: Session, facts: SignInFacts): Promise<boolean>;
  find(id: string): Promise<Session | null>;
  /** From where the user signed in, as far as that is kept; ended sessions count, since logging out makes nobody a stranger. */
  addresses(userId: string): Promise<readonly string[]>;
  /** Those neither revoked nor expired, the newest first. */
  list(userId: string, now: Date): Promise<readonly LiveSession[]>;
  /** With what else lets somebody in, in one transaction. How many sessions were ended. */
  revokeAll(userId: string, at: Date, end: CredentialEnd): Promise<number>;
  /** One transaction: of two that show the same token at the same time, both get the same successor. */
  useRefresh(use: RefreshUse): Promise<RefreshOutcome>;
  /** Forgets at most `limit` of those that ended before, with their tokens; how many. */
  purge(before: Date, limit: number): Promise<number>;
  /** False if it was revoked already or is not there. */
  revoke(id: string, at: Date): Promise<boolean>;
}

export interface Membership {
  readonly organization: Organization;
  readonly role: Role;
}

export interface Memberships {
  /** Null unless the user is a member. */
  find(userId: string, organizationId: string): Promise<Membership | null>;
  personal(userId: string): Promise<Membership>;
  organizationIds(userId: string): Promise<readonly string[]>;
  /** Those of the organizations that let strangers know which of their assets a picture matches. */
  namingAssets(organizationIds: readonly string[]): Promise<readonly string[]>;
}
