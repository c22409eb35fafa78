/** Walks of jobs in memory. @module */
import type { JobWalk, JobWalks } from '../../../src/app/ports/runtime/jobWalks.ts';

export function memoryJobWalks(): JobWalks {
  const walks = new Map<string, JobWalk>();
  return {
    find: async (job) => walks.get(job) ?? null,
    put: async (job, walk) => void walks.set(job, walk),
  };
}
