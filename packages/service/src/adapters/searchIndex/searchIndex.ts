/**
 * What pictures are searched by, in a thread of its own and filled from the database: an inverted file of local features,
 * and vectors that are scanned. Nothing is kept beside the rows: a process that starts, or a thread that was replaced,
 * reads them again; one that runs reads what is new before it answers, whichever process wrote it.
 * @module
 */
import type { Clock } from '../../app/ports/runtime/runtime.ts';
import type { SearchRows } from '../db/fingerprints/searchRows.ts';
import type { WorkerPool } from '../engine/workerPool.ts';
import type { IndexAnswer, IndexJob } from './indexJob.ts';
import { startIndexThread } from './indexThread.ts';
import { UnseenRows } from './unseenRows.ts';

/** Rows read at a time: 6 MB. */
const ROWS_EACH = 1000;
export interface SearchIndex {
  /** Reads what is new, so that the first search need not. */
  refresh(): Promise<void>;
  /** Asks the thread, which then knows everything that was committed before the call; null if there is nothing stored. */
  search<Result>(work: (ask: Ask) => Promise<Result>): Promise<Result | null>;
  close(): Promise<void>;
}

export type Ask = <Result>(job: IndexJob) => Promise<Result>;

/** Another thread answered than the one that was filled. */
class ReplacedIndex extends Error {}

/** Starts no thread before there is a row. */
export function createSearchIndex(rows: SearchRows, clock: Clock): SearchIndex {
  let started: WorkerPool | null = null;
  let indexId: string | null = null;
  let unseen = new UnseenRows();
  let reading: Promise<void> | null = null;
  let nextReading: Promise<void> | null = null;

  async function ask<Result>(job: IndexJob): Promise<Result> {
    started ??= startIndexThread();
    const answer = await started.run<IndexAnswer<Result>>(job);
    const before = indexId;
    indexId = answer.indexId;
    if (before !== null && before !== answer.indexId) {
      unseen = new UnseenRows();
      throw new ReplacedIndex('the index is a new one');
    }
    return answer.result;
  }

  async function readNew(): Promise<void> {
    for (;;) {
      const now = clock.now().getTime();
      const found = await rows.after(unseen.last, unseen.skipped(now), ROWS_EACH);
      if (found.length === 0) return;
      await ask<number>({ kind: 'add', records: found });
      unseen.saw(
        found.map(({ sequence }) => sequence),
        now,
      );
      if (found.length < ROWS_EACH) return;
    }
  }

  function read(): Promise<void> {
    nextReading = null;
    reading = twiceIfReplaced(readNew).finally(() => {
      reading = null;
    });
    return reading;
  }

  /** Everything that is committed by now. A reading under way may have begun before that, so all who come wait for the next. */
  function refresh(): Promise<void> {
    if (reading === null) return read();
    nextReading ??= reading.then(read, read);
    return nextReading;
  }

  return {
    refresh,
    search: (work) =>
      twiceIfReplaced(async () => {
        await refresh();
        return started === null ? null : work(ask);
      }),
    async close() {
      await started?.close();
    },
  };
}

async function twiceIfReplaced<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ReplacedIndex)) throw error;
    return work();
  }
}
