/** Sign-ins. @module */
import { and, desc, eq, gt, isNull, lt, or } from 'drizzle-orm';
import type { Sessions } from '../../app/ports/accounts.ts';
import type { Database } from './database.ts';
import { useRefresh } from './refreshUse.ts';
import { sessions } from './schema/accounts.ts';
import { storableText } from './storable.ts';

/** Decisions.md G57: that much of a user agent is kept. */
const USER_AGENT_CHARS_MAX = 512;

export function createSessions(database: Database): Sessions {
  return {
    create: (session) =>
      database.write(async (transaction) => {
        const userAgent = storableText(session.userAgent?.slice(0, USER_AGENT_CHARS_MAX) ?? null);
        const created = await transaction
          .insert(sessions)
          .values({ ...session, userAgent })
          .onConflictDoNothing()
          .returning({ id: sessions.id });
        return created.length > 0;
      }),
    find: (id) =>
      database.read(async (queries) => {
        const [row] = await queries.select().from(sessions).where(eq(sessions.id, id));
        if (!row) return null;
        const { lastUsedAt: _lastUsedAt, ...session } = row;
        return session;
      }),
    list: (userId, now) =>
      database.read((queries) =>
        queries
          .select()
          .from(sessions)
          .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), gt(sessions.expiresAt, now)))
          .orderBy(desc(sessions.createdAt), desc(sessions.id)),
      ),
    revoke: (id, at) =>
      database.write(async (transaction) => {
        const revoked = await transaction
          .update(sessions)
          .set({ revokedAt: at })
          .where(and(eq(sessions.id, id), isNull(sessions.revokedAt)))
          .returning({ id: sessions.id });
        return revoked.length > 0;
      }),
    revokeAll: (userId, at) =>
      database.write(async (transaction) => {
        const revoked = await transaction
          .update(sessions)
          .set({ revokedAt: at })
          .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt)))
          .returning({ id: sessions.id });
        return revoked.length;
      }),
    useRefresh: (use) => database.write((transaction) => useRefresh(transaction, use)),
    purge: (before) =>
      database.write(async (transaction) => {
        const gone = await transaction
          .delete(sessions)
          .where(or(lt(sessions.expiresAt, before), lt(sessions.revokedAt, before)))
          .returning({ id: sessions.id });
        return gone.length;
      }),
  };
}
