/** Deferred verifications. @module */
import { eq, lte } from 'drizzle-orm';
import type { DeferredVerification, DeferredVerifications } from '../../../app/ports/verify/deferredVerifications.ts';
import type { Database } from '../connection/database.ts';
import { deferredVerifications } from '../schema/verifications.ts';

export const createDeferredVerifications = (database: Database): DeferredVerifications => ({
  add: (deferred) =>
    database.write(async (transaction) => {
      await transaction.insert(deferredVerifications).values(deferred);
    }),

  find: (id) =>
    database.read(async (queries) => {
      const [row] = await queries.select().from(deferredVerifications).where(eq(deferredVerifications.id, id));
      return (row as DeferredVerification | undefined) ?? null;
    }),

  fail: (id, failure) =>
    database.write(async (transaction) => {
      await transaction.update(deferredVerifications).set({ failure }).where(eq(deferredVerifications.id, id));
    }),

  remove: (id) =>
    database.write(async (transaction) => {
      await transaction.delete(deferredVerifications).where(eq(deferredVerifications.id, id));
    }),

  forgetExpired: (now) =>
    database.write(async (transaction) => {
      await transaction.delete(deferredVerifications).where(lte(deferredVerifications.expiresAt, now));
    }),
});
