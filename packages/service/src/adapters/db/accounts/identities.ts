/** Accounts at the providers that users sign in with. @module */
import { and, asc, eq } from 'drizzle-orm';
import type { Identities } from '../../../app/ports/accounts/identities.ts';
import type { Database } from '../connection/database.ts';
import { identities } from '../schema/accounts.ts';
import { storableText } from '../connection/storable.ts';

export const createIdentities = (database: Database): Identities => ({
  find: (provider, subject) =>
    database.read(async (queries) => {
      const [row] = await queries
        .select()
        .from(identities)
        .where(and(eq(identities.provider, provider), eq(identities.subject, storableText(subject))));
      return row ?? null;
    }),
  list: (userId) =>
    database.read((queries) =>
      queries.select().from(identities).where(eq(identities.userId, userId)).orderBy(asc(identities.createdAt)),
    ),
  link: (identity) =>
    database.write(async (transaction) => {
      const row = { ...identity, subject: storableText(identity.subject), email: storableText(identity.email) };
      await transaction.insert(identities).values(row).onConflictDoNothing();
    }),
  recordLogin: (id, at) =>
    database.write(async (transaction) => {
      await transaction.update(identities).set({ lastLoginAt: at }).where(eq(identities.id, id));
    }),
});
