/** API keys. @module */
import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, or } from 'drizzle-orm';
import type { ApiKey, ApiKeys } from '../../../app/ports/accounts/apiKeys.ts';
import type { Database } from '../connection/database.ts';
import { insertEvents } from '../webhooks/outbox.ts';
import { apiKeys } from '../schema/access.ts';
import { verificationLogs } from '../schema/verifications.ts';

export function apiKeyOf(row: typeof apiKeys.$inferSelect): ApiKey {
  const { expiryToldAt: _told, ...key } = row;
  return key;
}

export function createApiKeys(database: Database): ApiKeys {
  const findBy = (condition: ReturnType<typeof eq>) =>
    database.read(async (queries) => {
      const [row] = await queries.select().from(apiKeys).where(condition);
      return row ? apiKeyOf(row) : null;
    });
  return {
    ...keyJobs(database),

    findByHash: (hash) => findBy(eq(apiKeys.keyHash, hash)),

    find: (id) => findBy(eq(apiKeys.id, id)),

    list: (organizationId, madeBy, { page, pageSize }) =>
      database.read(async (queries) => {
        const condition = and(
          eq(apiKeys.organizationId, organizationId),
          madeBy === null ? undefined : eq(apiKeys.userId, madeBy),
        );
        const [counted] = await queries.select({ total: count() }).from(apiKeys).where(condition);
        const rows = await queries
          .select()
          .from(apiKeys)
          .where(condition)
          .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
          .limit(pageSize)
          .offset((page - 1) * pageSize);
        return { items: rows.map(apiKeyOf), total: counted?.total ?? 0 };
      }),

    recordUse: (id, at, unlessAfter) =>
      database.write(async (transaction) => {
        const stale = or(isNull(apiKeys.lastUsedAt), lte(apiKeys.lastUsedAt, unlessAfter));
        await transaction
          .update(apiKeys)
          .set({ lastUsedAt: at })
          .where(and(eq(apiKeys.id, id), stale));
      }),
  };
}

/** What jobs ask and write. */
const keyJobs = (database: Database): Pick<ApiKeys, 'expiring' | 'recordExpiryNotice' | 'purgeRevoked'> => ({
  expiring: (now, until, limit) =>
    database.read(async (queries) => {
      const rows = await queries
        .select()
        .from(apiKeys)
        .where(
          and(
            isNotNull(apiKeys.expiresAt),
            gt(apiKeys.expiresAt, now),
            lte(apiKeys.expiresAt, until),
            isNull(apiKeys.revokedAt),
            // Its end is wanted: another key took its place.
            isNull(apiKeys.rotatedToId),
            eq(apiKeys.isActive, true),
            isNull(apiKeys.expiryToldAt),
          ),
        )
        .orderBy(asc(apiKeys.expiresAt), asc(apiKeys.id))
        .limit(limit);
      return rows.map(apiKeyOf);
    }),

  recordExpiryNotice: (id, at, events) =>
    database.write(async (transaction) => {
      const told = await transaction
        .update(apiKeys)
        .set({ expiryToldAt: at })
        .where(and(eq(apiKeys.id, id), isNull(apiKeys.expiryToldAt)))
        .returning({ id: apiKeys.id });
      if (told.length > 0) await insertEvents(transaction, events);
    }),

  purgeRevoked: (before, limit) =>
    database.write(async (transaction) => {
      const old = lt(apiKeys.revokedAt, before);
      const [oldest] = await transaction
        .select({ id: apiKeys.id })
        .from(apiKeys)
        .where(old)
        .orderBy(asc(apiKeys.revokedAt))
        .limit(1);
      if (!oldest) return false;
      // A key may have made millions of entries, each of which forgets it: first some of them, in the end the key.
      const named = transaction
        .select({ id: verificationLogs.id })
        .from(verificationLogs)
        .where(eq(verificationLogs.apiKeyId, oldest.id))
        .limit(limit);
      const { rowCount } = await transaction
        .update(verificationLogs)
        .set({ apiKeyId: null })
        .where(inArray(verificationLogs.id, named));
      if ((rowCount ?? 0) < limit) await transaction.delete(apiKeys).where(eq(apiKeys.id, oldest.id));
      return true;
    }),
});
