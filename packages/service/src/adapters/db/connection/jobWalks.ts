/** The port `JobWalks`. @module */
import { eq } from 'drizzle-orm';
import type { JobWalks } from '../../../app/ports/runtime/jobWalks.ts';
import { jobWalks } from '../schema/service.ts';
import type { Database } from './database.ts';

export const createJobWalks = (database: Database): JobWalks => ({
  find: (job) =>
    database.read(async (queries) => {
      const { begunAt, after } = jobWalks;
      const [walk] = await queries.select({ begunAt, after }).from(jobWalks).where(eq(jobWalks.job, job));
      return walk ?? null;
    }),

  put: (job, walk) =>
    database.write(async (transaction) => {
      const { begunAt, after } = walk;
      await transaction
        .insert(jobWalks)
        .values({ job, begunAt, after })
        .onConflictDoUpdate({ target: jobWalks.job, set: { begunAt, after } });
    }),
});
