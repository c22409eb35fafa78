/** Imports in memory, as far as looking at one goes. @module */
import type { ImportProgress, Imports } from '../../../src/app/ports/imports/imports.ts';
import { onlyInDatabase } from '../onlyInDatabase.ts';

export function memoryImports(): Imports {
  const jobs = new Map<string, ImportProgress>();
  return {
    async add(job, files) {
      const counts = { total: files.length, created: 0, duplicates: 0, failed: 0 };
      jobs.set(job.id, { ...job, ...counts, state: 'waiting', problem: null, endedAt: null, origin: null });
    },
    find: async (id) => jobs.get(id) ?? null,
    list: onlyInDatabase('imports.list'),
    files: onlyInDatabase('imports.files'),
    waitingFiles: onlyInDatabase('imports.waitingFiles'),
    setOutcome: onlyInDatabase('imports.setOutcome'),
    move: onlyInDatabase('imports.move'),
    unfinished: onlyInDatabase('imports.unfinished'),
    assertRoom: onlyInDatabase('imports.assertRoom'),
    states: onlyInDatabase('imports.states'),
    failOverdue: onlyInDatabase('imports.failOverdue'),
    forgetEnded: onlyInDatabase('imports.forgetEnded'),
  };
}
