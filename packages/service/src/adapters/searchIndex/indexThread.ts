/** The thread that compares local features, whether it holds an index of them or is given them. @module */
import { createWorkerPool, type WorkerPool } from '../engine/workerPool.ts';

/** Searches that may wait for the thread; it answers several a second. */
const QUEUE_MAX = 64;
/** Lists and vectors live outside this heap; ids and counts of 10 million pictures in it, MiB. */
const HEAP_MIB = 2048;

/**
 * Reading a thousand rows, or comparing with twenty pictures, takes a second at most (bench/results/fingerprint/search-index.json);
 * a thread that is ended begins with an empty index, which is then read again. ms
 */
const JOB_MS_MAX = {
  add: 120_000,
  remove: 60_000,
  vote: 60_000,
  nearest: 60_000,
  keys: 60_000,
  pick: 60_000,
  agree: 60_000,
} as const;

const ENTRY = new URL(`./indexWorker${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`, import.meta.url);

export const startIndexThread = (): WorkerPool =>
  createWorkerPool({
    entry: ENTRY,
    workerData: null,
    threads: 1,
    queueMax: QUEUE_MAX,
    queueBytesMax: Number.POSITIVE_INFINITY,
    heapMib: HEAP_MIB,
    jobMsMax: JOB_MS_MAX,
  });
