/** Rows of uploads that failed long ago: docs/spec/assets.md#failed-uploads. @module */
import { and, asc, eq, lt, sql } from 'drizzle-orm';
import type { Assets } from '../../../app/ports/assets/assets.ts';
import type { Ids } from '../../../app/ports/runtime/runtime.ts';
import type { Database } from '../connection/database.ts';
import { appendAudit } from '../organizations/auditLog.ts';
import { assets } from '../schema/assets.ts';
import { organizations } from '../schema/organizations.ts';

export const createFailedUploads = (
  database: Database,
  { ids }: { readonly ids: Ids },
): Pick<Assets, 'purgeFailed'> => ({
  purgeFailed: (before, at, limit) =>
    database.write(async (transaction) => {
      const rows = await transaction
        .select({
          id: assets.id,
          organizationId: assets.organizationId,
          contentHash: assets.contentHash,
          failedAt: assets.updatedAt,
        })
        .from(assets)
        .where(and(sql`${assets.processingStatus} = 'failed'`, lt(assets.updatedAt, before)))
        // By organization, so that two processes that lock several of them lock in the same order.
        .orderBy(asc(assets.organizationId), asc(assets.id))
        .limit(limit)
        .for('update', { skipLocked: true });
      for (const { id, organizationId, contentHash, failedAt } of rows) {
        const own = eq(organizations.id, organizationId);
        await transaction.select({ id: organizations.id }).from(organizations).where(own).for('update');
        await appendAudit(transaction, organizationId, [
          {
            id: ids.uuid(),
            actorId: null,
            actorKind: 'system',
            action: 'asset.purged',
            targetKind: 'asset',
            targetId: id,
            details: { reason: 'upload failed', content_hash: contentHash, failed_at: failedAt?.toISOString() ?? null },
            requesterIp: null,
            requestId: null,
            createdAt: at,
          },
        ]);
        await transaction.delete(assets).where(eq(assets.id, id));
      }
      return rows.map(({ id, organizationId }) => ({ id, organizationId }));
    }),
});
