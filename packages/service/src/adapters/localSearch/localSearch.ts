/**
 * The port `LocalSearch`: an inverted file in a thread of its own, filled from the database. Nothing is kept beside the
 * rows: a process that starts, or a thread that was replaced, reads them again; one that runs reads what is new before it
 * answers, whichever process wrote it.
 * @module
 */
import { LOCAL_INLIERS_MIN } from '@assay/core/search/similarityVote';
import type { VerificationScope } from '../../app/ports/assets.ts';
import type { LocalQuery } from '../../app/ports/engine.ts';
import type { LocalMatch, LocalSearch } from '../../app/ports/localSearch.ts';
import type { Clock } from '../../app/ports/runtime.ts';
import type { LocalFeatureRows } from '../db/localFeatureRows.ts';
import { createWorkerPool, type WorkerPool } from '../engine/workerPool.ts';
import type { Agreed, IndexAnswer, IndexJob } from './indexJob.ts';
import { UnseenRows } from './unseenRows.ts';

/** Pictures with the most votes whose features are compared: where one is right, it was among them (bench/results/local-search.json). */
const COMPARED = 20;
/** Rows read at a time: 4 MB. */
const ROWS_EACH = 1000;
/** Searches that may wait for the thread; it answers several a second. */
const QUEUE_MAX = 64;
/** Lists of 10 million features, 12 bytes each, live outside this heap; ids and counts in it, MiB. */
const HEAP_MIB = 2048;

const ENTRY = new URL(`./indexWorker${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`, import.meta.url);

export interface RunningLocalSearch extends LocalSearch {
  /** Reads what is new, so that the first search need not. */
  refresh(): Promise<void>;
}

/** Starts no thread before there is a row. */
export function createLocalSearch(rows: LocalFeatureRows, clock: Clock): RunningLocalSearch {
  let started: WorkerPool | null = null;
  let indexId: string | null = null;
  let unseen = new UnseenRows();
  let reading: Promise<void> | null = null;
  let nextReading: Promise<void> | null = null;

  const pool = (): WorkerPool => {
    started ??= createWorkerPool({
      entry: ENTRY,
      workerData: null,
      threads: 1,
      queueMax: QUEUE_MAX,
      queueBytesMax: Number.POSITIVE_INFINITY,
      heapMib: HEAP_MIB,
    });
    return started;
  };

  /** @throws {ReplacedIndex} when another thread answered than the one that was filled */
  async function ask<Result>(job: IndexJob): Promise<Result> {
    const answer = await pool().run<IndexAnswer<Result>>(job);
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

  async function search(query: LocalQuery, scope: VerificationScope): Promise<readonly LocalMatch[]> {
    await refresh();
    if (started === null) return [];
    const organizationIds = await rows.organizationsIn(scope);
    const voted = await ask<string[]>({ kind: 'vote', ...query, organizationIds, count: COMPARED });
    const stored = await rows.featuresOf(voted, scope);
    await forgetGone(voted, stored.length);
    if (stored.length === 0) return [];
    const agreed = await ask<Agreed[]>({ kind: 'agree', ...query, stored });
    return agreed
      .filter(({ inliers }) => inliers >= LOCAL_INLIERS_MIN)
      .sort((a, b) => b.inliers - a.inliers || (a.assetId < b.assetId ? -1 : 1));
  }

  /** Deleted assets leave the index when they would be found. */
  async function forgetGone(voted: readonly string[], found: number): Promise<void> {
    if (found === voted.length) return;
    const existing = await rows.existing(voted);
    const assetIds = voted.filter((id) => !existing.has(id));
    if (assetIds.length > 0) await ask<number>({ kind: 'remove', assetIds });
  }

  return {
    refresh,
    find: (query, scope) => twiceIfReplaced(() => search(query, scope)),
    async close() {
      await started?.close();
    },
  };
}

class ReplacedIndex extends Error {}

async function twiceIfReplaced<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ReplacedIndex)) throw error;
    return work();
  }
}
