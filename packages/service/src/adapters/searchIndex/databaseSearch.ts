/**
 * The port `LocalSearch` on PostgreSQL: the database names a hundred pictures by keys of local features, a thread lets these vote
 * and compares the best. No process holds an index, so a node starts at once and needs no more memory for more pictures.
 * @module
 */
import type { LocalSearch } from '../../app/ports/assets/localSearch.ts';
import type { SearchRows } from '../db/fingerprints/searchRows.ts';
import type { WorkerPool } from '../engine/workerPool.ts';
import type { Agreed, IndexAnswer, IndexJob } from './indexJob.ts';
import { startIndexThread } from './indexThread.ts';
import { COMPARED, mostInliersFirst } from './localSearch.ts';

/** Pictures that the database names. */
const NAMED = 100;

export interface DatabaseSearch extends LocalSearch {
  close(): Promise<void>;
}

/** Starts no thread before the first search. */
export function createDatabaseSearch(rows: SearchRows): DatabaseSearch {
  let thread: WorkerPool | null = null;
  async function ask<Result>(job: IndexJob): Promise<Result> {
    thread ??= startIndexThread();
    return (await thread.run<IndexAnswer<Result>>(job)).result;
  }
  return {
    async find(query, scope) {
      const forms = await ask<number[][]>({ kind: 'keys', ...query });
      const records = await rows.alikeByKeys(forms, scope, NAMED);
      if (records.length === 0) return [];
      const best = await ask<string[]>({ kind: 'pick', ...query, records, count: COMPARED });
      const stored = await rows.featuresOf(best, scope);
      return stored.length === 0 ? [] : mostInliersFirst(await ask<Agreed[]>({ kind: 'agree', ...query, stored }));
    },
    async close() {
      await thread?.close();
    },
  };
}
