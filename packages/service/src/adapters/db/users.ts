/** Accounts. @module */
import { AppError } from '@assay/core/errors';
import { eq, sql } from 'drizzle-orm';
import type { NewAccount, User, Users } from '../../app/ports/accounts.ts';
import type { Database, Queries } from './database.ts';
import { mintMasterKey } from './masterKey.ts';
import { ensureQuotaRow, type QuotaSettings } from './quota.ts';
import { users } from './schema/accounts.ts';
import { organizationKeys, organizationMembers, organizations } from './schema/organizations.ts';
import { storableText } from './storable.ts';

export interface UserSettings extends QuotaSettings {
  /** 32 secret bytes that seal the organizations' private keys. */
  readonly keyEncryptionKey: Uint8Array;
}

/** Two spellings of one address differ in case alone (G10). */
const normalized = (email: string): string => email.toLowerCase();

export function createUsers(database: Database, settings: UserSettings): Users {
  return {
    register: (account) => database.write((transaction) => register(transaction, settings, account)),

    find: (id) => database.read((queries) => findUser(queries, eq(users.id, id))),

    findByEmail: (email) =>
      database.read((queries) => findUser(queries, eq(users.emailNormalized, storableText(normalized(email))))),

    recordLogin: (id, at, rehashed) =>
      database.write(async (transaction) => {
        const passwordHash = rehashed === null ? {} : { passwordHash: rehashed, updatedAt: at };
        await transaction
          .update(users)
          .set({ lastLoginAt: at, ...passwordHash })
          .where(eq(users.id, id));
      }),
  };
}

async function findUser(queries: Queries, condition: ReturnType<typeof eq>): Promise<User | null> {
  const [row] = await queries.select().from(users).where(condition);
  if (!row) return null;
  const { emailNormalized: _normalized, verificationToken: _token, ...user } = row;
  return user;
}

async function register(transaction: Queries, settings: UserSettings, { user, personal }: NewAccount): Promise<void> {
  const inserted = await transaction
    .insert(users)
    .values({ ...user, fullName: storableText(user.fullName), emailNormalized: normalized(user.email) })
    .onConflictDoNothing()
    .returning({ id: users.id });
  if (inserted.length === 0) throw new AppError('EMAIL_ALREADY_EXISTS', 'An account with this e-mail address exists.');
  await insertPersonalOrganization(transaction, personal);
  await transaction.insert(organizationMembers).values({
    id: settings.ids.uuid(),
    organizationId: personal.id,
    userId: user.id,
    role: 'owner',
    createdAt: user.createdAt,
  });
  await transaction.insert(organizationKeys).values({
    id: settings.ids.uuid(),
    organizationId: personal.id,
    version: 1,
    ...mintMasterKey(settings.keyEncryptionKey, personal.id, 1),
    createdAt: personal.createdAt,
  });
  await ensureQuotaRow(transaction, settings, personal.id, user.createdAt);
}

/**
 * Under the wished slug, or with the number after the highest that is taken. Another registration may take the same one
 * meanwhile: then PostgreSQL lets this statement wait for it, reports the conflict, and the next number is tried.
 */
async function insertPersonalOrganization(transaction: Queries, personal: NewAccount['personal']): Promise<void> {
  const { slugBase, ...organization } = personal;
  const row = { ...organization, name: storableText(organization.name) };
  const insert = async (slug: string): Promise<boolean> => {
    const inserted = await transaction
      .insert(organizations)
      .values({ ...row, slug })
      .onConflictDoNothing({ target: organizations.slug })
      .returning({ id: organizations.id });
    return inserted.length > 0;
  };
  if (await insert(slugBase)) return;
  // Up to nine digits: more are somebody's own choice of a name, and would not fit an integer.
  const [highest] = await transaction
    .select({ number: sql<number | null>`max(substring(${organizations.slug} from '-([0-9]{1,9})$')::integer)` })
    .from(organizations)
    .where(sql`${organizations.slug} ~ ${`^${slugBase}-[0-9]{1,9}$`}`);
  for (let number = (highest?.number ?? 1) + 1; !(await insert(`${slugBase}-${number}`)); number++);
}
