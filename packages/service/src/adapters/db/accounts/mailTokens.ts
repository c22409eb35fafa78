/** Tokens that travel by mail, in `email_verifications`. @module */
import { AppError } from '@assay/core/errors';
import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, ne } from 'drizzle-orm';
import {
  ADDRESS_WAIT_MS,
  type ChangeOutcome,
  type ConfirmOutcome,
  type MailToken,
  type MailTokens,
  type NewMailToken,
} from '../../../app/ports/accounts/mailTokens.ts';
import type { Database, Queries } from '../connection/database.ts';
import { deleteSome } from '../connection/deleteSome.ts';
import { emailVerifications, users } from '../schema/accounts.ts';
import { endCredentials, spendAll } from './endCredentials.ts';
import { insertMails, type MailSettings } from '../mail/mailRows.ts';
import { normalizedEmail } from './users.ts';

export function createMailTokens(database: Database, settings: MailSettings): MailTokens {
  return {
    issue: (tokens, mails, quietSince) =>
      database.write(async (transaction) => {
        if (!(await issueTokens(transaction, tokens, quietSince))) return false;
        await insertMails(transaction, settings, mails);
        return true;
      }),
    find: (tokenHash) =>
      database.read(async (queries) => {
        const [row] = await queries
          .select()
          .from(emailVerifications)
          .where(eq(emailVerifications.tokenHash, tokenHash));
        return row ?? null;
      }),
    confirmAddress: (token, at, farewell) =>
      database.write(async (transaction) => {
        const outcome = await confirmAddress(transaction, token, at);
        if (outcome === 'confirmed') await insertMails(transaction, settings, farewell);
        return outcome;
      }),
    resetPassword: (token, passwordHash, at, end) =>
      database.write(async (transaction) => {
        if (!(await spend(transaction, token, at))) return false;
        await endCredentials(transaction, settings, token.userId, at, end);
        await setPassword(transaction, token, passwordHash, at);
        return true;
      }),
    waitingChanges: (askedBefore, limit) =>
      database.read((queries) => waitingChanges(queries, askedBefore).limit(limit)),
    completeChange: (token, at, farewell) =>
      database.write(async (transaction) => {
        const outcome = await completeChange(transaction, token, at);
        if (outcome === 'changed') await insertMails(transaction, settings, farewell);
        return outcome;
      }),
    cancelChanges: (token, at) =>
      database.write(async (transaction) => {
        if (!(await spend(transaction, token, at))) return false;
        await transaction
          .update(emailVerifications)
          .set({ usedAt: at })
          .where(open(token.userId, ['change', 'cancel']));
        return true;
      }),
    purge: (before, limit) =>
      database.write((transaction) => {
        const { expiresAt } = emailVerifications;
        return deleteSome(transaction, emailVerifications, lt(expiresAt, before), expiresAt, limit);
      }),
  };
}

/** False, and nothing is kept, if the user got one for the purpose and address of the first after `quietSince`. */
export async function issueTokens(
  transaction: Queries,
  tokens: readonly NewMailToken[],
  quietSince: Date,
): Promise<boolean> {
  const [token] = tokens;
  if (!token) return false;
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
  await transaction.insert(emailVerifications).values([...tokens]);
  return true;
}

const waitingChanges = (queries: Queries, askedBefore: Date) =>
  queries
    .select()
    .from(emailVerifications)
    .where(
      and(
        eq(emailVerifications.purpose, 'change'),
        isNotNull(emailVerifications.confirmedAt),
        isNull(emailVerifications.usedAt),
        lte(emailVerifications.createdAt, askedBefore),
      ),
    )
    .orderBy(asc(emailVerifications.createdAt), asc(emailVerifications.id));

async function setPassword(
  transaction: Queries,
  { userId, email }: MailToken,
  passwordHash: string,
  at: Date,
): Promise<void> {
  await transaction.update(users).set({ passwordHash, updatedAt: at }).where(eq(users.id, userId));
  const sameAddress = and(eq(users.id, userId), eq(users.emailNormalized, normalizedEmail(email)));
  await transaction.update(users).set({ isVerified: true }).where(sameAddress);
}

/** Tokens of the account that nobody has used. */
const open = (userId: string, purposes: readonly MailToken['purpose'][]) =>
  and(
    eq(emailVerifications.userId, userId),
    inArray(emailVerifications.purpose, [...purposes]),
    isNull(emailVerifications.usedAt),
  );

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
    .where(open(userId, [purpose]));
  return true;
}

async function confirmAddress(transaction: Queries, token: MailToken, at: Date): Promise<ConfirmOutcome> {
  const { userId, email, purpose } = token;
  // Locked, so that the address cannot become a confirmed one between the look and the change.
  const [user] = await transaction.select().from(users).where(eq(users.id, userId)).for('update');
  if (purpose === 'change' && user?.isVerified && at.getTime() - token.createdAt.getTime() < ADDRESS_WAIT_MS)
    return letWait(transaction, token, at);
  if (!(await spend(transaction, token, at))) return 'used';
  if (purpose === 'verify') {
    const confirmed = await transaction
      .update(users)
      .set({ isVerified: true, updatedAt: at })
      .where(and(eq(users.id, userId), eq(users.emailNormalized, normalizedEmail(email))))
      .returning({ id: users.id });
    return confirmed.length > 0 ? 'confirmed' : 'outdated';
  }
  await assertFree(transaction, token);
  await takeAddress(transaction, token, at);
  return 'confirmed';
}

/** The change that was confirmed last counts; earlier ones end. */
async function letWait(transaction: Queries, token: MailToken, at: Date): Promise<ConfirmOutcome> {
  await assertFree(transaction, token);
  const isThis = eq(emailVerifications.id, token.id);
  const marked = await transaction
    .update(emailVerifications)
    .set({ confirmedAt: at })
    .where(and(isThis, isNull(emailVerifications.usedAt), isNull(emailVerifications.confirmedAt)))
    .returning({ id: emailVerifications.id });
  if (marked.length === 0) return 'used';
  await transaction
    .update(emailVerifications)
    .set({ usedAt: at })
    .where(and(open(token.userId, ['change']), ne(emailVerifications.id, token.id)));
  return 'waiting';
}

async function completeChange(transaction: Queries, token: MailToken, at: Date): Promise<ChangeOutcome> {
  // As `confirmAddress`: the user first, then the tokens.
  await transaction.select({ id: users.id }).from(users).where(eq(users.id, token.userId)).for('update');
  if (!(await spend(transaction, token, at))) return 'used';
  if (await isTaken(transaction, token)) return 'taken';
  await takeAddress(transaction, token, at);
  return 'changed';
}

async function isTaken(transaction: Queries, { userId, email }: MailToken): Promise<boolean> {
  const [other] = await transaction
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.emailNormalized, normalizedEmail(email)), ne(users.id, userId)));
  return other !== undefined;
}

async function assertFree(transaction: Queries, token: MailToken): Promise<void> {
  if (await isTaken(transaction, token))
    throw new AppError('EMAIL_ALREADY_EXISTS', 'An account with this e-mail address exists.');
}

async function takeAddress(transaction: Queries, { userId, email }: MailToken, at: Date): Promise<void> {
  await transaction
    .update(users)
    .set({ email, emailNormalized: normalizedEmail(email), isVerified: true, updatedAt: at })
    .where(eq(users.id, userId));
  // Whoever reads the old mailbox must not be able to take the account back with a mail sent there before.
  await spendAll(transaction, userId, at);
}
