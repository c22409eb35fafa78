/** Sign-ins. @module */
import { and, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { SESSIONS_MAX, type Session, type Sessions, type SignInFacts } from '../../../app/ports/accounts/accounts.ts';
import type { Database, Queries } from '../connection/database.ts';
import { deleteSome } from '../connection/deleteSome.ts';
import type { MailSettings } from '../mail/mailRows.ts';
import { endCredentials } from './endCredentials.ts';
import { useRefresh } from './refreshUse.ts';
import { sessions, users } from '../schema/accounts.ts';
import { storableText } from '../connection/storable.ts';

/** That much of a user agent is kept: longer ones are padding or attack. */
const USER_AGENT_CHARS_MAX = 512;

export function createSessions(database: Database, settings: MailSettings): Sessions {
  return {
    create: (session, facts) =>
      database.write(async (transaction) => {
        const userAgent = storableText(session.userAgent?.slice(0, USER_AGENT_CHARS_MAX) ?? null);
        const created = await transaction
          .insert(sessions)
          .values({ ...session, userAgent })
          .onConflictDoNothing()
          .returning({ id: sessions.id });
        if (created.length === 0) return false;
        // The lock of the account's row also brings one sign-in after the other, so that the number of sessions is exact.
        await noteSignIn(transaction, session, facts);
        await endOldest(transaction, session.userId, session.createdAt);
        return true;
      }),
    find: (id) =>
      database.read(async (queries) => {
        const [row] = await queries.select().from(sessions).where(eq(sessions.id, id));
        if (!row) return null;
        const { lastUsedAt: _lastUsedAt, ...session } = row;
        return session;
      }),
    addresses: (userId) =>
      database.read(async (queries) => {
        const rows = await queries
          .selectDistinct({ ip: sessions.ip })
          .from(sessions)
          .where(eq(sessions.userId, userId));
        return rows.flatMap(({ ip }) => ip ?? []);
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
    revokeAll: (userId, at, end) =>
      database.write((transaction) => endCredentials(transaction, settings, userId, at, end)),
    useRefresh: (use) => database.write((transaction) => useRefresh(transaction, settings, use)),
    purge: (before, limit) =>
      database.write((transaction) => {
        const end = sql`least(${sessions.expiresAt}, ${sessions.revokedAt})`;
        return deleteSome(transaction, sessions, sql`${end} < ${before.toISOString()}::timestamptz`, end, limit);
      }),
  };
}

async function noteSignIn(
  transaction: Queries,
  { userId, createdAt }: Session,
  { rehashed, language }: SignInFacts,
): Promise<void> {
  const changed = {
    lastLoginAt: createdAt,
    ...(rehashed === null ? {} : { passwordHash: rehashed, updatedAt: createdAt }),
    ...(language === null ? {} : { language }),
  };
  await transaction.update(users).set(changed).where(eq(users.id, userId));
}

async function endOldest(transaction: Queries, userId: string, at: Date): Promise<void> {
  const surplus = await transaction
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), gt(sessions.expiresAt, at)))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .offset(SESSIONS_MAX);
  if (surplus.length === 0) return;
  const ids = surplus.map(({ id }) => id);
  await transaction.update(sessions).set({ revokedAt: at }).where(inArray(sessions.id, ids));
}
