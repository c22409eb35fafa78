/** Tokens that travel by mail, in `email_verifications`. @module */
import { AppError } from '@assay/core/errors';
import { and, eq, gt, isNull, lt, ne } from 'drizzle-orm';
import type { ConfirmOutcome, MailToken, MailTokens } from '../../app/ports/mailTokens.ts';
import type { Database, Queries } from './database.ts';
import { emailVerifications, sessions, users } from './schema/accounts.ts';
import { normalizedEmail } from './users.ts';

export function createMailTokens(database: Database): MailTokens {
  return {
    issue: (token, quietSince) => database.write((transaction) => issue(transaction, token, quietSince)),
    find: (tokenHash) =>
      database.read(async (queries) => {
        const [row] = await queries
          .select()
          .from(emailVerifications)
          .where(eq(emailVerifications.tokenHash, tokenHash));
        return row ?? null;
      }),
    confirmAddress: (token, at) => database.write((transaction) => confirmAddress(transaction, token, at)),
    resetPassword: (token, passwordHash, at) =>
      database.write(async (transaction) => {
        if (!(await spend(transaction, token, at))) return false;
        const { userId } = token;
        await transaction.update(users).set({ passwordHash, updatedAt: at }).where(eq(users.id, userId));
        const sameAddress = and(eq(users.id, userId), eq(users.emailNormalized, normalizedEmail(token.email)));
        await transaction.update(users).set({ isVerified: true }).where(sameAddress);
        const open = and(eq(sessions.userId, userId), isNull(sessions.revokedAt));
        await transaction.update(sessions).set({ revokedAt: at }).where(open);
        return true;
      }),
    purge: (before) =>
      database.write(async (transaction) => {
        const gone = await transaction
          .delete(emailVerifications)
          .where(lt(emailVerifications.expiresAt, before))
          .returning({ id: emailVerifications.id });
        return gone.length;
      }),
  };
}

async function issue(transaction: Queries, token: Omit<MailToken, 'usedAt'>, quietSince: Date): Promise<boolean> {
  // The user's row is locked, so that two requests at the same time send one mail.
  const [user] = await transaction.select({ id: users.id }).from(users).where(eq(users.id, token.userId)).for('update');
  if (!user) return false;
  const [recent] = await transaction
    .select({ id: emailVerifications.id })
    .from(emailVerifications)
    .where(
      and(
        eq(emailVerifications.userId, token.userId),
        eq(emailVerifications.purpose, token.purpose),
        eq(emailVerifications.email, token.email),
        gt(emailVerifications.createdAt, quietSince),
      ),
    )
    .limit(1);
  if (recent) return false;
  await transaction.insert(emailVerifications).values(token);
  return true;
}

/** False if another request was faster. Its siblings end with it: an older mail must not do the same again. */
async function spend(transaction: Queries, { id, userId, purpose }: MailToken, at: Date): Promise<boolean> {
  const spent = await transaction
    .update(emailVerifications)
    .set({ usedAt: at })
    .where(and(eq(emailVerifications.id, id), isNull(emailVerifications.usedAt)))
    .returning({ id: emailVerifications.id });
  if (spent.length === 0) return false;
  await transaction
    .update(emailVerifications)
    .set({ usedAt: at })
    .where(
      and(
        eq(emailVerifications.userId, userId),
        eq(emailVerifications.purpose, purpose),
        isNull(emailVerifications.usedAt),
      ),
    );
  return true;
}

async function confirmAddress(transaction: Queries, token: MailToken, at: Date): Promise<ConfirmOutcome> {
  if (!(await spend(transaction, token, at))) return 'used';
  const { userId, email, purpose } = token;
  const emailNormalized = normalizedEmail(email);
  if (purpose === 'verify') {
    const confirmed = await transaction
      .update(users)
      .set({ isVerified: true, updatedAt: at })
      .where(and(eq(users.id, userId), eq(users.emailNormalized, emailNormalized)))
      .returning({ id: users.id });
    return confirmed.length > 0 ? 'confirmed' : 'outdated';
  }
  const [taken] = await transaction
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.emailNormalized, emailNormalized), ne(users.id, userId)));
  if (taken) throw new AppError('EMAIL_ALREADY_EXISTS', 'An account with this e-mail address exists.');
  await transaction
    .update(users)
    .set({ email, emailNormalized, isVerified: true, updatedAt: at })
    .where(eq(users.id, userId));
  // Whoever reads the old mailbox must not be able to take the account back with a mail sent there before.
  await transaction
    .update(emailVerifications)
    .set({ usedAt: at })
    .where(and(eq(emailVerifications.userId, userId), isNull(emailVerifications.usedAt)));
  return 'confirmed';
}
