/** Organizations. @module */
import { AppError } from '@assay/core/errors';
import { and, asc, count, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { NewOrganization, OrganizationRecord, Organizations } from '../../../app/ports/accounts/organizations.ts';
import { appendAudit, toAuditEntry } from './auditLog.ts';
import type { Database, Queries } from '../connection/database.ts';
import { deleteSome } from '../connection/deleteSome.ts';
import { type FoundingSettings, foundOrganization } from './foundOrganization.ts';
import { changeOrganization } from './organizationChange.ts';
import { auditHeads, auditLog } from '../schema/access.ts';
import { transparencyLeaves } from '../schema/transparency.ts';
import { users } from '../schema/accounts.ts';
import { assets } from '../schema/assets.ts';
import { invitations, organizationKeys, organizationMembers, organizations } from '../schema/organizations.ts';

// In a query of one table drizzle names columns without their table; inside these that would be another column.
const membersCount = sql<number>`(select count(*)::integer from ${organizationMembers} as m where m.organization_id = organizations.id)`;
const assetsCount = sql<number>`(select count(*)::integer from ${assets} as a where a.organization_id = organizations.id)`;

const NAMED_MEMBER = {
  id: organizationMembers.id,
  organizationId: organizationMembers.organizationId,
  userId: organizationMembers.userId,
  role: organizationMembers.role,
  invitedBy: organizationMembers.invitedBy,
  createdAt: organizationMembers.createdAt,
  email: users.email,
  fullName: users.fullName,
};

interface PageOf {
  readonly page: number;
  readonly pageSize: number;
}
const offsetOf = ({ page, pageSize }: PageOf): number => (page - 1) * pageSize;

export function createOrganizations(database: Database, settings: FoundingSettings): Organizations {
  return {
    ...memberReads(database),
    ...recordReads(database),

    create: (draft) => database.write((transaction) => create(transaction, settings, draft)),

    change: (id, decide) => database.write((transaction) => changeOrganization(transaction, settings, id, decide)),

    find: (id) =>
      database.read(async (queries) => {
        const [found] = await queries
          .select({ organization: organizations, membersCount, assetsCount })
          .from(organizations)
          .where(eq(organizations.id, id));
        return found ?? null;
      }),

    list: (userId, onlyId, asked) =>
      database.read(async (queries) => {
        const condition = and(
          eq(organizationMembers.userId, userId),
          onlyId === null ? undefined : eq(organizations.id, onlyId),
        );
        const joined = eq(organizations.id, organizationMembers.organizationId);
        const [counted] = await queries
          .select({ total: count() })
          .from(organizationMembers)
          .innerJoin(organizations, joined)
          .where(condition);
        const items = await queries
          .select({ organization: organizations, membersCount, assetsCount, role: organizationMembers.role })
          .from(organizationMembers)
          .innerJoin(organizations, joined)
          .where(condition)
          .orderBy(asc(organizations.createdAt), asc(organizations.id))
          .limit(asked.pageSize)
          .offset(offsetOf(asked));
        return { items, total: counted?.total ?? 0 };
      }),
  };
}

/** Members and those who are invited. */
const memberReads = (
  database: Database,
): Pick<
  Organizations,
  'members' | 'member' | 'invitations' | 'findInvitation' | 'findInvitationOf' | 'forgetInvitations'
> => ({
  members: (id, asked) =>
    database.read(async (queries) => {
      const of = eq(organizationMembers.organizationId, id);
      const [counted] = await queries.select({ total: count() }).from(organizationMembers).where(of);
      const items = await namedMembers(queries, of)
        .orderBy(asc(organizationMembers.createdAt), asc(organizationMembers.id))
        .limit(asked.pageSize)
        .offset(offsetOf(asked));
      return { items, total: counted?.total ?? 0 };
    }),

  member: (id, userId) =>
    database.read(async (queries) => {
      const condition = and(eq(organizationMembers.organizationId, id), eq(organizationMembers.userId, userId));
      return (await namedMembers(queries, condition))[0] ?? null;
    }),

  invitations: (id, asked) =>
    database.read(async (queries) => {
      const of = eq(invitations.organizationId, id);
      const [counted] = await queries.select({ total: count() }).from(invitations).where(of);
      const items = await queries
        .select()
        .from(invitations)
        .where(of)
        .orderBy(desc(invitations.createdAt), desc(invitations.id))
        .limit(asked.pageSize)
        .offset(offsetOf(asked));
      return { items, total: counted?.total ?? 0 };
    }),

  findInvitation: (tokenHash) =>
    database.read(async (queries) => {
      const [found] = await queries.select().from(invitations).where(eq(invitations.tokenHash, tokenHash));
      return found ?? null;
    }),

  findInvitationOf: (id, invitationId) =>
    database.read(async (queries) => {
      const condition = and(eq(invitations.organizationId, id), eq(invitations.id, invitationId));
      const [found] = await queries.select().from(invitations).where(condition);
      return found ?? null;
    }),

  forgetInvitations: (endedBefore, limit) =>
    database.write((transaction) => {
      const end = sql`least(${invitations.expiresAt}, ${invitations.acceptedAt}, ${invitations.revokedAt})`;
      const ended = sql`${end} < ${endedBefore.toISOString()}::timestamptz`;
      return deleteSome(transaction, invitations, ended, end, limit);
    }),
});

/** What was done, and with which keys it is signed. */
const recordReads = (database: Database): Pick<Organizations, 'auditLog' | 'auditHeads' | 'masterKeys'> => ({
  auditLog: (id, asked) =>
    database.read(async (queries) => {
      const of = eq(auditLog.organizationId, id);
      const [counted] = await queries.select({ total: count() }).from(auditLog).where(of);
      const items = await queries
        .select()
        .from(auditLog)
        .where(of)
        .orderBy(desc(auditLog.sequence))
        .limit(asked.pageSize)
        .offset(offsetOf(asked));
      return { items: items.map(toAuditEntry), total: counted?.total ?? 0 };
    }),

  auditHeads: (id, asked) =>
    database.read(async (queries) => {
      const of = eq(auditHeads.organizationId, id);
      const [counted] = await queries.select({ total: count() }).from(auditHeads).where(of);
      const items = await queries
        .select({ ...getTableColumns(auditHeads), index: transparencyLeaves.leafIndex })
        .from(auditHeads)
        .leftJoin(transparencyLeaves, eq(transparencyLeaves.id, auditHeads.id))
        .where(of)
        .orderBy(desc(auditHeads.sequence), desc(auditHeads.isLast))
        .limit(asked.pageSize)
        .offset(offsetOf(asked));
      return { items, total: counted?.total ?? 0 };
    }),

  masterKeys: (id) =>
    database.read(async (queries) =>
      queries
        .select({
          organizationId: organizationKeys.organizationId,
          version: organizationKeys.version,
          publicKey: organizationKeys.publicKey,
          createdAt: organizationKeys.createdAt,
          retiredAt: organizationKeys.retiredAt,
        })
        .from(organizationKeys)
        .where(id === null ? undefined : eq(organizationKeys.organizationId, id))
        .orderBy(asc(organizationKeys.createdAt), asc(organizationKeys.version)),
    ),
});

const namedMembers = (queries: Queries, condition: SQL | undefined) =>
  queries
    .select(NAMED_MEMBER)
    .from(organizationMembers)
    .innerJoin(users, eq(users.id, organizationMembers.userId))
    .where(condition);

async function create(
  transaction: Queries,
  settings: FoundingSettings,
  { organization, slug, owner, ownedMax, audit }: NewOrganization,
): Promise<OrganizationRecord> {
  // One at a time for each user, so that the number of what he owns is exact.
  await transaction.select({ id: users.id }).from(users).where(eq(users.id, organization.ownerId)).for('update');
  const [owned] = await transaction
    .select({ total: count() })
    .from(organizations)
    .where(and(eq(organizations.ownerId, organization.ownerId), eq(organizations.isPersonal, false)));
  const used = owned?.total ?? 0;
  if (used >= ownedMax)
    throw new AppError(
      'QUOTA_EXCEEDED',
      `You own ${used} organizations beside your personal one; more is not allowed.`,
      {
        extra: { quota: 'owned_organizations', limit: ownedMax, used, resets_at: null },
      },
    );
  await foundOrganization(transaction, settings, organization, slug, owner);
  await appendAudit(transaction, organization.id, [audit]);
  const [made] = await transaction.select().from(organizations).where(eq(organizations.id, organization.id));
  if (!made) throw new Error(`organization ${organization.id} was not stored`);
  return made;
}
