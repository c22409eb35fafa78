/** Whom a fork of the transparency log concerns, and who was told of it. @module */
import { and, eq, exists, gt, notExists, or, sql } from 'drizzle-orm';
import type { ForkNotices } from '../../../app/ports/ledger/transparencyKeeping.ts';
import type { Database } from '../connection/database.ts';
import { auditLog } from '../schema/access.ts';
import { webhooks } from '../schema/delivery.ts';
import { commitments } from '../schema/ledger.ts';
import { organizations } from '../schema/organizations.ts';

export const createForkNotices = (database: Database): ForkNotices => ({
  untold: (since, limit) =>
    database.read(async (queries) => {
      const one = { one: sql`1` };
      const told = queries
        .select(one)
        .from(auditLog)
        .where(
          and(
            eq(auditLog.organizationId, organizations.id),
            eq(auditLog.action, 'transparency_log.forked'),
            gt(auditLog.createdAt, since),
          ),
        );
      const committed = queries.select(one).from(commitments).where(eq(commitments.organizationId, organizations.id));
      const listens = queries.select(one).from(webhooks).where(eq(webhooks.organizationId, organizations.id));
      const rows = await queries
        .select({ id: organizations.id })
        .from(organizations)
        .where(and(or(exists(committed), exists(listens)), notExists(told)))
        .orderBy(organizations.id)
        .limit(limit);
      return rows.map(({ id }) => id);
    }),
});
