/** Accounts. @module */
import { AppError } from '@assay/core/errors';
import { eq } from 'drizzle-orm';
import type { NewAccount, User, Users } from '../../../app/ports/accounts/accounts.ts';
import type { Database, Queries } from '../connection/database.ts';
import { endCredentials } from './endCredentials.ts';
import { foundOrganization, type FoundingSettings } from '../organizations/foundOrganization.ts';
import { insertMails } from '../mail/mailRows.ts';
import { emailVerifications, users } from '../schema/accounts.ts';
import { storableText } from '../connection/storable.ts';

export type UserSettings = FoundingSettings;

/** Stands for "no password": no PHC string, so nothing ever fits it. The contract wants the column filled. */
const NO_PASSWORD = '!';

/** Two spellings of one address differ in case alone. */
export const normalizedEmail = (email: string): string => email.toLowerCase();

export function createUsers(database: Database, settings: UserSettings): Users {
  return {
    register: (account) => database.write((transaction) => register(transaction, settings, account)),

    find: (id) => database.read((queries) => findUser(queries, eq(users.id, id))),

    findByEmail: (email) =>
      database.read((queries) => findUser(queries, eq(users.emailNormalized, storableText(normalizedEmail(email))))),

    any: () =>
      database.read(async (queries) => (await queries.select({ id: users.id }).from(users).limit(1)).length > 0),

    rename: (id, fullName, at, check) =>
      database.write(async (transaction) => {
        await transaction.select({ id: users.id }).from(users).where(eq(users.id, id)).for('update');
        const user = await findUser(transaction, eq(users.id, id));
        if (user) check?.(user);
        const change = { fullName: storableText(fullName), updatedAt: at };
        await transaction.update(users).set(change).where(eq(users.id, id));
      }),
    setPassword: (id, passwordHash, at, end) =>
      database.write(async (transaction) => {
        await endCredentials(transaction, settings, id, at, end);
        await transaction.update(users).set({ passwordHash, updatedAt: at }).where(eq(users.id, id));
      }),
  };
}

async function findUser(queries: Queries, condition: ReturnType<typeof eq>): Promise<User | null> {
  const [row] = await queries.select().from(users).where(condition);
  if (!row) return null;
  const { emailNormalized: _normalized, passwordHash, ...user } = row;
  return { ...user, passwordHash: passwordHash === NO_PASSWORD ? null : passwordHash };
}

async function register(
  transaction: Queries,
  settings: UserSettings,
  { user, personal, verification }: NewAccount,
): Promise<void> {
  const inserted = await transaction
    .insert(users)
    .values({
      ...user,
      passwordHash: user.passwordHash ?? NO_PASSWORD,
      fullName: storableText(user.fullName),
      emailNormalized: normalizedEmail(user.email),
    })
    .onConflictDoNothing()
    .returning({ id: users.id });
  if (inserted.length === 0) throw new AppError('EMAIL_ALREADY_EXISTS', 'An account with this e-mail address exists.');
  const { slugBase, ...organization } = personal;
  await foundOrganization(
    transaction,
    settings,
    organization,
    { base: slugBase },
    {
      id: settings.ids.uuid(),
      organizationId: personal.id,
      userId: user.id,
      role: 'owner',
      invitedBy: null,
      createdAt: user.createdAt,
    },
  );
  if (!verification) return;
  await transaction.insert(emailVerifications).values(verification.token);
  await insertMails(transaction, settings, verification.mail);
}
