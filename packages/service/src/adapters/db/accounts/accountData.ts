/** Everything of one person, to read out and to delete. @module */
import { and, asc, count, eq, exists, inArray, isNotNull, ne, or, sql } from 'drizzle-orm';
import type { AccountData, Removal } from '../../../app/ports/accounts/accountData.ts';
import type { AuditDraft } from '../../../app/ports/accounts/auditLog.ts';
import type { Mail } from '../../../app/ports/delivery/mail.ts';
import type { Clock } from '../../../app/ports/runtime/runtime.ts';
import { closeAuditLog } from '../organizations/auditHeads.ts';
import { appendAudit } from '../organizations/auditLog.ts';
import type { Database, Queries } from '../connection/database.ts';
import { insertMails, type MailSettings } from '../mail/mailRows.ts';
import { users } from '../schema/accounts.ts';
import { assets } from '../schema/assets.ts';
import { organizationMembers, organizations } from '../schema/organizations.ts';
import { disputes, verificationLogs } from '../schema/verifications.ts';
import { createOwnRows } from './ownRows.ts';

type Settings = MailSettings & { readonly clock: Clock };

export const createAccountData = (database: Database, settings: Settings): AccountData => ({
  memberships: (userId) =>
    database.read((queries) =>
      queries
        .select({
          organizationId: organizations.id,
          name: organizations.name,
          slug: organizations.slug,
          plan: organizations.plan,
          isPersonal: organizations.isPersonal,
          role: organizationMembers.role,
          joinedAt: organizationMembers.createdAt,
        })
        .from(organizationMembers)
        .innerJoin(organizations, eq(organizations.id, organizationMembers.organizationId))
        .where(eq(organizationMembers.userId, userId))
        .orderBy(asc(organizationMembers.createdAt), asc(organizations.id)),
    ),

  ...createOwnRows(database),

  remove: (userId, farewell, mail) =>
    database.write((transaction) => remove(transaction, settings, { userId, farewell, mail })),
});

interface Leaving {
  readonly userId: string;
  readonly farewell: (assetsCount: number) => AuditDraft;
  readonly mail: Mail;
}

async function remove(transaction: Queries, settings: Settings, { userId, farewell, mail }: Leaving): Promise<Removal> {
  const owned = await transaction
    .select({ id: organizations.id, name: organizations.name })
    .from(organizations)
    .where(eq(organizations.ownerId, userId))
    .orderBy(asc(organizations.createdAt), asc(organizations.id))
    // Joining one of them waits for the end of this transaction.
    .for('update');
  const shared = await organizationsWithOthers(
    transaction,
    userId,
    owned.map(({ id }) => id),
  );
  if (shared.size > 0) return { state: 'blocked', organizations: owned.filter(({ id }) => shared.has(id)) };

  const own = inArray(
    assets.organizationId,
    owned.map(({ id }) => id),
  );
  const files = owned.length === 0 ? [] : await transaction.select({ id: assets.id }).from(assets).where(own);
  await handOver(transaction, userId, farewell);
  // The log outlives its user, without what tells where the user was.
  await transaction
    .update(verificationLogs)
    .set({ requesterIp: null, userAgent: null })
    .where(eq(verificationLogs.userId, userId));
  const disputed = eq(disputes.userId, userId);
  await transaction.update(disputes).set({ comment: null }).where(disputed);
  await transaction
    .update(disputes)
    .set({ pictureSealed: null, pictureRemovedAt: settings.clock.now() })
    .where(and(disputed, isNotNull(disputes.pictureSealed)));
  for (const { id } of owned) await closeAuditLog(transaction, settings, id);
  await transaction.delete(users).where(eq(users.id, userId));
  await insertMails(transaction, settings, mail);
  return { state: 'removed', assetIds: files.map(({ id }) => id) };
}

async function organizationsWithOthers(
  transaction: Queries,
  userId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await transaction
    .selectDistinct({ id: organizationMembers.organizationId })
    .from(organizationMembers)
    .where(and(inArray(organizationMembers.organizationId, [...ids]), ne(organizationMembers.userId, userId)));
  return new Set(rows.map(({ id }) => id));
}

/**
 * Assets in organizations of others pass to the owner there, and the audit log of each keeps who made them. An
 * organization of which the user is a member without assets is told as well: its list of members changes.
 */
async function handOver(
  transaction: Queries,
  userId: string,
  farewell: (assetsCount: number) => AuditDraft,
): Promise<void> {
  const { id, ownerId } = organizations;
  const membership = and(eq(organizationMembers.organizationId, id), eq(organizationMembers.userId, userId));
  const creation = and(eq(assets.organizationId, id), eq(assets.createdBy, userId));
  const some = { one: sql`1` };
  const others = await transaction
    .select({ id, ownerId })
    .from(organizations)
    .where(
      and(
        ne(ownerId, userId),
        or(
          exists(transaction.select(some).from(organizationMembers).where(membership)),
          exists(transaction.select(some).from(assets).where(creation)),
        ),
      ),
    )
    .orderBy(asc(id))
    .for('update');
  for (const organization of others) {
    const mine = and(eq(assets.organizationId, organization.id), eq(assets.createdBy, userId));
    const [made] = await transaction.select({ count: count() }).from(assets).where(mine);
    await transaction.update(assets).set({ createdBy: organization.ownerId }).where(mine);
    await appendAudit(transaction, organization.id, [farewell(made?.count ?? 0)]);
  }
}
