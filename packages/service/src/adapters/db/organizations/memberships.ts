/** Who belongs to which organization. @module */
import { and, asc, eq, inArray, type SQL } from 'drizzle-orm';
import type { Membership, Memberships } from '../../../app/ports/accounts/accounts.ts';
import type { Database, Queries } from '../connection/database.ts';
import { organizationMembers, organizations } from '../schema/organizations.ts';

export function createMemberships(database: Database): Memberships {
  return {
    find: (userId, organizationId) =>
      database.read(async (queries) => {
        const [membership] = await membershipsOf(queries, userId, eq(organizations.id, organizationId));
        return membership ?? null;
      }),

    personal: (userId) =>
      database.read(async (queries) => {
        const own = and(eq(organizations.ownerId, userId), eq(organizations.isPersonal, true));
        const [membership] = await membershipsOf(queries, userId, own);
        if (!membership) throw new Error(`user ${userId} has no personal organization`);
        return membership;
      }),

    organizationIds: (userId) =>
      database.read(async (queries) => {
        const rows = await queries
          .select({ id: organizationMembers.organizationId })
          .from(organizationMembers)
          .where(eq(organizationMembers.userId, userId))
          .orderBy(asc(organizationMembers.createdAt), asc(organizationMembers.organizationId));
        return rows.map((row) => row.id);
      }),

    namingAssets: (organizationIds) =>
      database.read(async (queries) => {
        const rows = await queries
          .select({ id: organizations.id })
          .from(organizations)
          .where(and(inArray(organizations.id, [...organizationIds]), organizations.publicAssetIds));
        return rows.map((row) => row.id);
      }),
  };
}

async function membershipsOf(queries: Queries, userId: string, condition: SQL | undefined): Promise<Membership[]> {
  return queries
    .select({
      role: organizationMembers.role,
      organization: {
        id: organizations.id,
        ownerId: organizations.ownerId,
        name: organizations.name,
        slug: organizations.slug,
        plan: organizations.plan,
        isPersonal: organizations.isPersonal,
        masterKeyRef: organizations.masterKeyRef,
        publicVerification: organizations.publicVerification,
        publicAssetIds: organizations.publicAssetIds,
        createdAt: organizations.createdAt,
      },
    })
    .from(organizationMembers)
    .innerJoin(organizations, eq(organizations.id, organizationMembers.organizationId))
    .where(and(eq(organizationMembers.userId, userId), condition));
}
