/** Accounts in memory, with the rules of the ports. @module */
import { AppError } from '@assay/core/errors';
import { onlyInDatabase } from './onlyInDatabase.ts';
import type {
  Membership,
  Memberships,
  Organization,
  Role,
  Session,
  Sessions,
  User,
  Users,
} from '../../src/app/ports/accounts/accounts.ts';

export interface MemoryAccounts {
  readonly users: Users;
  readonly sessions: Sessions;
  readonly memberships: Memberships;
  /** Makes the user a member of the other's personal organization. */
  join(userId: string, organizationId: string, role: Role): void;
  /** Lets strangers know which of its assets a picture matches. */
  nameAssets(organizationId: string): void;
}

export function memoryAccounts(): MemoryAccounts {
  const users = new Map<string, User>();
  const sessions = new Map<string, Session>();
  const organizations = new Map<string, Organization>();
  const members: { userId: string; organizationId: string; role: Role }[] = [];
  const membershipsOf = (userId: string): Membership[] =>
    members
      .filter((member) => member.userId === userId)
      .map(({ organizationId, role }) => ({ organization: organizations.get(organizationId) as Organization, role }));
  return {
    users: {
      async register({ user, personal }) {
        if ([...users.values()].some(({ email }) => email.toLowerCase() === user.email.toLowerCase()))
          throw new AppError('EMAIL_ALREADY_EXISTS', 'There is an account with this address.');
        const { slugBase, ...organization } = personal;
        users.set(user.id, { ...user, updatedAt: null, lastLoginAt: null });
        organizations.set(organization.id, { ...organization, slug: slugBase });
        members.push({ userId: user.id, organizationId: organization.id, role: 'owner' });
      },
      findByEmail: async (email) =>
        [...users.values()].find((user) => user.email.toLowerCase() === email.trim().toLowerCase()) ?? null,
      find: async (id) => users.get(id) ?? null,
      any: async () => users.size > 0,
      rename: onlyInDatabase('users.rename'),
      setPassword: onlyInDatabase('users.setPassword'),
    },
    sessions: {
      async create(session, { rehashed, language }) {
        if (sessions.has(session.id)) return false;
        sessions.set(session.id, session);
        const user = users.get(session.userId) as User;
        const passwordHash = rehashed ?? user.passwordHash;
        const seen = { lastLoginAt: session.createdAt, language: language ?? user.language };
        users.set(user.id, { ...user, ...seen, passwordHash });
        return true;
      },
      find: async (id) => sessions.get(id) ?? null,
      async revoke(id, at) {
        const session = sessions.get(id);
        if (!session || session.revokedAt) return false;
        sessions.set(id, { ...session, revokedAt: at });
        return true;
      },
      addresses: async (userId) =>
        [...sessions.values()].flatMap((session) => (session.userId === userId ? (session.ip ?? []) : [])),
      list: onlyInDatabase('sessions.list'),
      revokeAll: onlyInDatabase('sessions.revokeAll'),
      purge: onlyInDatabase('sessions.purge'),
      async useRefresh({ rotation }) {
        return rotation ? onlyInDatabase('sessions.useRefresh with rotation')() : { state: 'accepted' };
      },
    },
    memberships: {
      find: async (userId, organizationId) =>
        membershipsOf(userId).find(({ organization }) => organization.id === organizationId) ?? null,
      personal: async (userId) =>
        membershipsOf(userId).find(({ organization }) => organization.ownerId === userId) as Membership,
      organizationIds: async (userId) => membershipsOf(userId).map(({ organization }) => organization.id),
      namingAssets: async (ids) => ids.filter((id) => organizations.get(id)?.publicAssetIds),
    },
    nameAssets(organizationId) {
      organizations.set(organizationId, {
        ...(organizations.get(organizationId) as Organization),
        publicAssetIds: true,
      });
    },
    join: (userId, organizationId, role) => void members.push({ userId, organizationId, role }),
  };
}
