/**
 * A pool of worker threads with a bounded queue. A job is plain data in and plain data out; a refusal that the caller
 * may read (AppError) crosses the thread boundary whole, anything else that a job throws becomes PROCESSING_FAILED.
 * @module
 */
import { AppError } from '@assay/core/errors';
import { Piscina } from 'piscina';
import { createAdmission } from './admission.ts';
import { type JobAnswer, rethrow } from './jobAnswer.ts';
import { openDesk, type ServeThread } from './jobDesk.ts';
import { createTenantShares } from './tenantShares.ts';
import { sourceExecArgv } from './sourceEntry.ts';

export interface WorkerPoolOptions {
  /** The file that every worker loads: JavaScript, or TypeScript of a checkout that runs without a build. */
  readonly entry: URL;
  /** Given to every worker, as `workerData` of piscina. */
  readonly workerData: unknown;
  readonly threads: number;
  /** Jobs that may wait while all threads work. */
  readonly queueMax: number;
  /** Input bytes of all accepted jobs together. */
  readonly queueBytesMax: number;
  /** Old-generation heap of a worker, MiB; pictures live outside it. Default `HEAP_MIB`. */
  readonly heapMib?: number;
  /** By kind of job: one that works longer is ended with its thread, ms. The entry calls `tellBegun`. */
  readonly jobMsMax: Readonly<Record<string, number>>;
  /** Does what threads ask for at their desks; default: they ask for nothing. */
  readonly serveThread?: ServeThread;
  /** Ends the job that is being asked for, when whoever wanted it is gone; default: nothing does. */
  readonly signalOf?: () => AbortSignal | undefined;
  /** Whose job is being asked for; default: everybody's is the same tenant's. */
  readonly tenantOf?: () => string;
  /** Default: as many jobs as there are threads, whatever they hold. */
  readonly memory?: WorkingMemory;
}

/** What jobs may hold together while they work. A job that would exceed it waits; one that alone exceeds it works alone. */
export interface WorkingMemory {
  readonly bytesMax: number;
  /** Upper bound of what a job holds; must not fail. */
  bytesOf(job: Readonly<Record<string, unknown>>): Promise<number>;
}

export interface WorkerPool {
  /**
   * @param job plain data; the pool copies byte arrays when the job's turn comes, the caller keeps its own unchanged till then
   * @throws {AppError} SERVICE_UNAVAILABLE when the queue or its bytes are full, the pool is closing or no worker starts,
   *   PROCESSING_FAILED when the worker died, took too long or the job has a bug, and whatever AppError the job threw
   */
  run<Result>(job: { readonly kind: string } & Readonly<Record<string, unknown>>): Promise<Result>;
  /** Jobs accepted and not finished. */
  readonly inFlight: number;
  /** True while a job works for longer than its bound: its thread hangs and could not be ended. */
  isOverdue(): boolean;
  /** Refuses new jobs, lets the accepted ones end, stops the threads. */
  close(): Promise<void>;
}

/** Bounds a job that runs away; the jobs' own objects stay below a tenth of it. */
const HEAP_MIB = 1024;

/** Retry-After when nothing has been measured yet, and its bounds, seconds. */
const RETRY_AFTER_S = { first: 5, min: 1, max: 60 } as const;

/** Copies every byte array of the job into memory of its own, so that it can be handed over without detaching the caller's. */
function copyInputs(job: Job): {
  readonly task: Record<string, unknown>;
  readonly transfer: ArrayBuffer[];
} {
  const task: Record<string, unknown> = {};
  const transfer: ArrayBuffer[] = [];
  for (const [name, value] of Object.entries(job)) {
    if (!(value instanceof Uint8Array)) {
      task[name] = value;
      continue;
    }
    const copy = new Uint8Array(value);
    transfer.push(copy.buffer);
    task[name] = copy;
  }
  return { task, transfer };
}

function inputBytes(job: Job): number {
  let sum = 0;
  for (const value of Object.values(job)) if (value instanceof Uint8Array) sum += value.length;
  return sum;
}

type Job = Readonly<Record<string, unknown>>;

const startThreads = ({ entry, workerData, threads, heapMib }: WorkerPoolOptions): Piscina =>
  new Piscina({
    filename: entry.href,
    workerData,
    minThreads: threads,
    maxThreads: threads,
    idleTimeout: Number.POSITIVE_INFINITY,
    resourceLimits: { maxOldGenerationSizeMb: heapMib ?? HEAP_MIB },
    ...sourceExecArgv(entry),
  });

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
  const { task, transfer } = copyInputs(job);
  const msMax = jobMsMax[String(job.kind)] ?? JOB_MS_MAX;
  const { desk, signal, close } = openDesk({ msMax, wanted, serve: serveThread });
  const own = { dueMs: performance.now() + msMax + ENDED_WITHIN_MS };
  due.add(own);
  try {
    return await piscina.run({ ...task, desk }, { transferList: [...transfer, desk], signal });
  } finally {
    due.delete(own);
    close();
  }
}

/** Waits for a thread and for memory first, so that only work counts against the time and bytes are copied only then. */
function inTurn(
  options: WorkerPoolOptions,
  piscina: Piscina,
  due: DueTimes,
): (job: Job, tenant: string, wanted: AbortSignal | undefined) => Promise<unknown> {
  const { threads, memory } = options;
  const admission = createAdmission(threads, memory?.bytesMax ?? Number.POSITIVE_INFINITY);
  return async (job, tenant, wanted) => {
    const memoryBytes = (await memory?.bytesOf(job)) ?? 0;
    await admission.enter(memoryBytes, tenant);
    try {
      return await runInTime(piscina, job, options, { wanted, due });
    } finally {
      admission.leave(memoryBytes, tenant);
    }
  };
}

/** Rejects as soon as nobody wants the result any more, whatever the work does then. */
function whileWanted<Result>(wanted: AbortSignal | undefined, work: Promise<Result>): Promise<Result> {
  if (!wanted) return work;
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(wanted.reason as Error);
    if (wanted.aborted) leave();
    wanted.addEventListener('abort', leave, { once: true });
    work.then(resolve, reject).finally(() => wanted.removeEventListener('abort', leave));
  });
}

const unavailable = (detail: string, retryAfterS: number, cause?: unknown): AppError =>
  new AppError('SERVICE_UNAVAILABLE', detail, { cause, retryAfterS });

/** Until the accepted jobs are done, as far as the mean tells; seconds. */
function retryAfterS(meanMs: number, accepted: number, threads: number): number {
  const estimate = meanMs > 0 ? (meanMs * accepted) / threads / 1000 : RETRY_AFTER_S.first;
  return Math.min(RETRY_AFTER_S.max, Math.max(RETRY_AFTER_S.min, Math.ceil(estimate)));
}

/** Starts the threads at once; they load their code while the caller goes on. */
export function createWorkerPool(options: WorkerPoolOptions): WorkerPool {
  const { threads, queueMax, queueBytesMax, tenantOf = () => '', signalOf = () => undefined } = options;
  const piscina = startThreads(options);
  const due: DueTimes = new Set();
  const runInTurn = inTurn(options, piscina, due);
  const accepted = new Set<Promise<unknown>>();
  const shares = createTenantShares(threads + queueMax, queueBytesMax);
  let closing = false;
  let broken: unknown = null;

  // piscina has replaced a dead worker by now, unless its code could not load: then no later one would, and whoever
  // waits for one must be told.
  const noteDeath = (cause: unknown): void => {
    if (closing || broken !== null || piscina.threads.length >= threads) return;
    broken = cause;
    void piscina.destroy();
  };
  // Deaths that concern no job.
  piscina.on('error', noteDeath);

  const refuseWhenFull = (sizeBytes: number, tenant: string): void => {
    if (broken !== null) throw unavailable('Pictures cannot be processed at present.', RETRY_AFTER_S.max, broken);
    if (closing) throw unavailable('The service is shutting down. Try again in a moment.', RETRY_AFTER_S.first);
    if (!shares.isFull(tenant, sizeBytes)) return;
    const seconds = retryAfterS(piscina.histogram.runTime.mean, accepted.size, threads);
    throw unavailable('Too many pictures are being processed. Try again in a moment.', seconds);
  };

  async function runInWorker<Result>(job: Job, tenant: string): Promise<Result> {
    const wanted = signalOf();
    const answer = (await whileWanted(wanted, runInTurn(job, tenant, wanted)).catch((cause: unknown) => {
      if (wanted?.aborted) throw wanted.reason;
      // A thread that was ended for its time is replaced as any other.
      if (!(cause instanceof Error && cause.name === 'AbortError')) noteDeath(cause);
      throw new AppError('PROCESSING_FAILED', 'The picture could not be processed.', { cause: broken ?? cause });
    })) as JobAnswer<Result>;
    return answer.ok ? answer.result : rethrow(answer);
  }

  async function run<Result>(job: { readonly kind: string } & Job): Promise<Result> {
    const sizeBytes = inputBytes(job);
    const tenant = tenantOf();
    refuseWhenFull(sizeBytes, tenant);
    shares.take(tenant, sizeBytes);
    const running = runInWorker<Result>(job, tenant);
    accepted.add(running);
    try {
      return await running;
    } finally {
      accepted.delete(running);
      shares.give(tenant, sizeBytes);
    }
  }

  return {
    run,
    get inFlight() {
      return accepted.size;
    },
    isOverdue: () => [...due].some(({ dueMs }) => performance.now() > dueMs),
    async close() {
      closing = true;
      await Promise.allSettled(accepted);
      await piscina.destroy();
    },
  };
}
