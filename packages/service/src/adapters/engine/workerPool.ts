/**
 * A pool of worker threads with a bounded queue. A job is plain data in and plain data out; a refusal that the caller
 * may read (AppError) crosses the thread boundary whole, anything else that a job throws becomes PROCESSING_FAILED.
 * @module
 */
import { AppError } from '@assay/core/errors';
import { joining } from '@assay/core/steps';
import { Piscina } from 'piscina';
import { inSteps } from '../jobs/steps.ts';
import type { Lane } from '../line/admission.ts';
import { createJobLine, type Job, type JobLineOptions, unavailable } from '../line/jobLine.ts';
import { type JobAnswer, rethrow } from './jobAnswer.ts';
import { openDesk, type ServeThread } from './jobDesk.ts';
import { balancedBy, sameThreadFirst } from './sameThread.ts';
import { sourceExecArgv } from './sourceEntry.ts';
import { searchHeapsSeldom } from './threadHeap.ts';

export interface WorkerPoolOptions extends Omit<JobLineOptions, 'atOnce' | 'behindMax'> {
  /** The file that every worker loads: JavaScript, or TypeScript of a checkout that runs without a build. */
  readonly entry: URL;
  /** Given to every worker, as `workerData` of piscina. */
  readonly workerData: unknown;
  readonly threads: number;
  /** Old-generation heap of a worker, MiB; pictures live outside it. Default `HEAP_MIB`. */
  readonly heapMib?: number;
  /** By kind of job: one that works longer is ended with its thread, ms. The entry calls `tellBegun`. */
  readonly jobMsMax: Readonly<Record<string, number>>;
  /** Does what threads ask for at their desks; default: they ask for nothing. */
  readonly serveThread?: ServeThread;
  /**
   * Threads besides, which get the processor that the others leave: for jobs of a tenant with a backlog, while others ask.
   * They are started when they are first needed and end when they have been idle for a while. Default none.
   */
  readonly behind?: BehindOptions;
}

export interface BehindOptions extends Pick<WorkerPoolOptions, 'workerData' | 'threads'> {
  /** Default: that of the others. */
  readonly serveThread?: ServeThread;
}

export interface WorkerPool {
  /**
   * @param job plain data; the pool copies byte arrays when the job's turn comes, the caller keeps its own unchanged till then
   * @throws {AppError} SERVICE_UNAVAILABLE when the queue or its bytes are full, the pool is closing or no worker starts,
   *   PROCESSING_FAILED when the worker died, took too long or the job has a bug, and whatever AppError the job threw
   */
  run<Result>(job: Job): Promise<Result>;
  /** Jobs accepted and not finished. */
  readonly inFlight: number;
  /** True while a job works for longer than its bound: its thread hangs and could not be ended. */
  isOverdue(): boolean;
  /** Refuses new jobs, lets the accepted ones end, stops the threads. */
  close(): Promise<void>;
}

/** Bounds a job that runs away; the jobs' own objects stay below a tenth of it. */
const HEAP_MIB = 1024;

/**
 * Copies every byte array of the job into memory of its own, so that it can be handed over without detaching the caller's. Not
 * at once: 50 MB take a tenth of a second, in which nobody would be answered.
 */
async function copyInputs(job: Job): Promise<{
  readonly task: Record<string, unknown>;
  readonly transfer: ArrayBuffer[];
}> {
  const task: Record<string, unknown> = {};
  const transfer: ArrayBuffer[] = [];
  for (const [name, value] of Object.entries(job)) {
    if (!(value instanceof Uint8Array)) {
      task[name] = value;
      continue;
    }
    const copy = await inSteps(joining([value]));
    transfer.push(copy.buffer);
    task[name] = copy;
  }
  return { task, transfer };
}

/** @param idleMs after which a thread ends that nobody needs; null: none does, and all are started at once */
function startThreads({ entry, workerData, threads, heapMib }: WorkerPoolOptions, idleMs: number | null): Piscina {
  searchHeapsSeldom();
  return new Piscina({
    filename: entry.href,
    workerData,
    minThreads: idleMs === null ? threads : 0,
    maxThreads: threads,
    idleTimeout: idleMs ?? Number.POSITIVE_INFINITY,
    loadBalancer: sameThreadFirst(),
    resourceLimits: { maxOldGenerationSizeMb: heapMib ?? HEAP_MIB },
    ...sourceExecArgv(entry),
  });
}

/** Of a kind without a bound of its own, ms. */
const JOB_MS_MAX = 60_000;

/** After its bound a job's thread is ended; one that still works then cannot be ended, ms. */
const ENDED_WITHIN_MS = 60_000;

/** When each job that works should be over at the latest, by `performance.now()`. */
type DueTimes = Set<{ readonly dueMs: number }>;

/** Ends the thread of a job that takes too long, or that nobody wants any more. */
async function runInTime(
  piscina: Piscina,
  job: Job,
  { jobMsMax, serveThread }: WorkerPoolOptions,
  { wanted, due }: { readonly wanted: AbortSignal | undefined; readonly due: DueTimes },
): Promise<unknown> {
  wanted?.throwIfAborted();
  const { task, transfer } = await copyInputs(job);
  wanted?.throwIfAborted();
  const msMax = jobMsMax[String(job.kind)] ?? JOB_MS_MAX;
  const { desk, signal, close } = openDesk({ msMax, wanted, serve: serveThread });
  const own = { dueMs: performance.now() + msMax + ENDED_WITHIN_MS };
  due.add(own);
  try {
    return await piscina.run({ ...task, desk, ...balancedBy(job) }, { transferList: [...transfer, desk], signal });
  } finally {
    due.delete(own);
    close();
  }
}

/** Threads behind end when they were idle for so long, ms. */
const BEHIND_IDLE_MS = 60_000;

interface ThreadSet {
  /** Why no thread of it works any more; null while they do. */
  readonly broken: unknown;
  run(job: Job, wanted: AbortSignal | undefined): Promise<unknown>;
  close(): Promise<void>;
}

function openThreads(options: WorkerPoolOptions, due: DueTimes, idleMs: number | null): ThreadSet {
  const piscina = startThreads(options, idleMs);
  let closing = false;
  let broken: unknown = null;

  // piscina has replaced a dead worker by now, unless its code could not load: then no later one would, and whoever
  // waits for one must be told.
  const noteDeath = (cause: unknown): void => {
    // Threads that end when idle are started by the next job, and where their code does not load, nobody's does.
    if (closing || broken !== null || idleMs !== null || piscina.threads.length >= options.threads) return;
    broken = cause;
    void piscina.destroy();
  };
  // Deaths that concern no job.
  piscina.on('error', noteDeath);

  return {
    get broken() {
      return broken;
    },
    run: (job, wanted) =>
      runInTime(piscina, job, options, { wanted, due }).catch((cause: unknown) => {
        if (wanted?.aborted) throw wanted.reason;
        // A thread that was ended for its time is replaced as any other.
        if (!(cause instanceof Error && cause.name === 'AbortError')) noteDeath(cause);
        throw new AppError('PROCESSING_FAILED', 'The picture could not be processed.', { cause: broken ?? cause });
      }),
    async close() {
      closing = true;
      await piscina.destroy();
    },
  };
}

/** Starts the threads at once; they load their code while the caller goes on. */
export function createWorkerPool(options: WorkerPoolOptions): WorkerPool {
  const { threads, behind } = options;
  const due: DueTimes = new Set();
  const front = openThreads(options, due, null);
  let opened: ThreadSet | null = null;
  const openBehind = (given: BehindOptions): ThreadSet =>
    (opened ??= openThreads({ ...options, ...given }, due, BEHIND_IDLE_MS));
  const setOf = (lane: Lane): ThreadSet => (lane === 'behind' && behind ? openBehind(behind) : front);
  // Whoever waits does so there, so that only work counts against the time and bytes are copied only then.
  const line = createJobLine({ ...options, atOnce: threads, behindMax: behind?.threads });

  return {
    async run<Result>(job: Job): Promise<Result> {
      if (front.broken !== null) throw unavailable('Pictures cannot be processed at present.', undefined, front.broken);
      const answer = (await line.run(job, (wanted, lane) => setOf(lane).run(job, wanted))) as JobAnswer<Result>;
      return answer.ok ? answer.result : rethrow(answer);
    },
    get inFlight() {
      return line.inFlight;
    },
    isOverdue: () => [...due].some(({ dueMs }) => performance.now() > dueMs),
    async close() {
      await line.close();
      await front.close();
      await opened?.close();
    },
  };
}
