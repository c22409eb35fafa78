/**
 * A pool of worker threads with a bounded queue. A job is plain data in and plain data out; a refusal that the caller
 * may read (AppError) crosses the thread boundary whole, anything else that a job throws becomes PROCESSING_FAILED.
 * @module
 */
import { AppError } from '@assay/core/errors';
import { Piscina } from 'piscina';
import { createAdmission } from './admission.ts';
import { type JobAnswer, rethrow } from './jobAnswer.ts';
import { jobDeadline } from './jobDeadline.ts';
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
  /**
   * By kind of job: one that works longer is ended with its thread, ms. Only for threads that may be ended while busy and
   * whose entry calls `tellBegun`; default: no bound.
   */
  readonly jobMsMax?: Readonly<Record<string, number>>;
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
  /** Milliseconds since a job was last accepted into an idle pool or finished. */
  sinceProgressMs(): number;
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

/** Ends the thread of a job that takes too long. */
async function runInTime(piscina: Piscina, job: Job, msMax: number | undefined): Promise<unknown> {
  const { task, transfer } = copyInputs(job);
  if (msMax === undefined) return piscina.run(task, { transferList: transfer });
  const { began, signal, cancel } = jobDeadline(msMax);
  try {
    return await piscina.run({ ...task, began }, { transferList: [...transfer, began], signal });
  } finally {
    cancel();
  }
}

/** Waits for a thread and for memory first, so that only work counts against the time and bytes are copied only then. */
function inTurn(
  { threads, memory, jobMsMax }: WorkerPoolOptions,
  piscina: Piscina,
): (job: Job, tenant: string) => Promise<unknown> {
  const admission = createAdmission(threads, memory?.bytesMax ?? Number.POSITIVE_INFINITY);
  return async (job, tenant) => {
    const memoryBytes = (await memory?.bytesOf(job)) ?? 0;
    await admission.enter(memoryBytes, tenant);
    try {
      return await runInTime(piscina, job, jobMsMax?.[String(job.kind)]);
    } finally {
      admission.leave(memoryBytes, tenant);
    }
  };
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
  const { threads, queueMax, queueBytesMax, tenantOf = () => '' } = options;
  const piscina = startThreads(options);
  const runInTurn = inTurn(options, piscina);
  const accepted = new Set<Promise<unknown>>();
  const shares = createTenantShares(threads + queueMax, queueBytesMax);
  let closing = false;
  let broken: unknown = null;
  let progressAt = performance.now();

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
    const answer = (await runInTurn(job, tenant).catch((cause: unknown) => {
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
    if (accepted.size === 0) progressAt = performance.now();
    const running = runInWorker<Result>(job, tenant);
    accepted.add(running);
    try {
      return await running;
    } finally {
      accepted.delete(running);
      shares.give(tenant, sizeBytes);
      progressAt = performance.now();
    }
  }

  return {
    run,
    get inFlight() {
      return accepted.size;
    },
    sinceProgressMs: () => performance.now() - progressAt,
    async close() {
      closing = true;
      await Promise.allSettled(accepted);
      await piscina.destroy();
    },
  };
}
