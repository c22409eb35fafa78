/** Users, sessions, organizations and memberships, as use cases need them. @module */

export type Tier = 'free' | 'pro' | 'enterprise';
export type Role = 'owner' | 'admin' | 'editor' | 'verifier' | 'viewer';

export interface User {
  readonly id: string;
  /** As typed (trimmed). */
  readonly email: string;
  readonly fullName: string | null;
  readonly passwordHash: string;
  readonly isVerified: boolean;
  readonly tier: Tier;
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
  readonly createdAt: Date;
}

export interface NewAccount {
  readonly user: Omit<User, 'lastLoginAt' | 'updatedAt'>;
  /** `slugBase` is made unique by the adapter by appending a number. */
  readonly personal: Omit<Organization, 'slug'> & { readonly slugBase: string };
}

export interface Users {
  /** User, personal organization, owner membership and quota row in one transaction. @throws {AppError} EMAIL_ALREADY_EXISTS */
  register(account: NewAccount): Promise<void>;
  /** Compares the lower-cased address (G10). */
  findByEmail(email: string): Promise<User | null>;
  find(id: string): Promise<User | null>;
  recordLogin(id: string, at: Date, rehashed: string | null): Promise<void>;
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

export interface Sessions {
  create(session: Session): Promise<void>;
  find(id: string): Promise<Session | null>;
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
}
