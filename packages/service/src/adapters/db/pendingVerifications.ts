/** Promised verifications. @module */
import { eq, lte } from 'drizzle-orm';
import type { PendingVerification, PendingVerifications } from '../../app/ports/pendingVerifications.ts';
import type { Database } from './database.ts';
import { pendingVerifications } from './schema/verifications.ts';

export const createPendingVerifications = (database: Database): PendingVerifications => ({
  add: (pending) =>
    database.write(async (transaction) => {
      await transaction.insert(pendingVerifications).values(pending);
    }),

  find: (id) =>
    database.read(async (queries) => {
      const [row] = await queries.select().from(pendingVerifications).where(eq(pendingVerifications.id, id));
      return (row as PendingVerification | undefined) ?? null;
    }),

  fail: (id, failure) =>
    database.write(async (transaction) => {
      await transaction.update(pendingVerifications).set({ failure }).where(eq(pendingVerifications.id, id));
    }),

  remove: (id) =>
    database.write(async (transaction) => {
      await transaction.delete(pendingVerifications).where(eq(pendingVerifications.id, id));
    }),

  forgetExpired: (now) =>
    database.write(async (transaction) => {
      await transaction.delete(pendingVerifications).where(lte(pendingVerifications.expiresAt, now));
    }),
});
