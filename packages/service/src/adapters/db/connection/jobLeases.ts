/** The port `JobLeases`. @module */
import { and, eq, lte } from 'drizzle-orm';
import type { JobLeases } from '../../../app/ports/runtime/jobLeases.ts';
import { jobLeases } from '../schema/service.ts';
import type { Database } from './database.ts';
import { databaseNow, databaseNowPlus } from './databaseClock.ts';

const of = (job: string, owner: string) => and(eq(jobLeases.job, job), eq(jobLeases.owner, owner));

export const createJobLeases = (database: Database): JobLeases => ({
  take: (job, owner, ms) =>
    database.write(async (transaction) => {
      const leaseUntil = databaseNowPlus(ms);
      const taken = await transaction
        .insert(jobLeases)
        .values({ job, owner, leaseUntil })
        .onConflictDoUpdate({
          target: jobLeases.job,
          set: { owner, leaseUntil },
          setWhere: lte(jobLeases.leaseUntil, databaseNow()),
        })
        .returning({ job: jobLeases.job });
      return taken.length === 1;
    }),

  renew: (job, owner, ms) =>
    database.write(async (transaction) => {
      const { rowCount } = await transaction
        .update(jobLeases)
        .set({ leaseUntil: databaseNowPlus(ms) })
        .where(of(job, owner));
      return rowCount === 1;
    }),

  end: (job, owner) =>
    database.write(async (transaction) => {
      await transaction.delete(jobLeases).where(of(job, owner));
    }),

  endAll: () =>
    database.write(async (transaction) => {
      await transaction.delete(jobLeases);
    }),
});
