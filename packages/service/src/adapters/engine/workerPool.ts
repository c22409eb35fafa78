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
const RETRY_AFTER_S = { first: 5, least: 1, most: 60 } as const;

/** How Node must start a worker whose entry is TypeScript (development and tests; a build needs nothing). */
const SOURCE_EXEC_ARGV = ['--import', new URL('./registerSource.mjs', import.meta.url).href, '--conditions=source'];

/** Copies every byte array of the job into memory of its own, so that it can be handed over without detaching the caller's. */
function copyInputs(job: Readonly<Record<string, unknown>>): {
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

function inputBytes(job: Readonly<Record<string, unknown>>): number {
  let sum = 0;
  for (const value of Object.values(job)) if (value instanceof Uint8Array) sum += value.length;
  return sum;
}

/** Starts the threads at once; they load their code while the caller goes on. */
export function createWorkerPool(options: WorkerPoolOptions): WorkerPool {
  const piscina = new Piscina({
    filename: options.entry.href,
    workerData: options.workerData,
    minThreads: options.threads,
    maxThreads: options.threads,
    idleTimeout: Number.POSITIVE_INFINITY,
    resourceLimits: { maxOldGenerationSizeMb: options.heapMib ?? HEAP_MIB },
    ...(options.entry.pathname.endsWith('.ts') ? { execArgv: SOURCE_EXEC_ARGV } : {}),
  });

  const accepted = new Set<Promise<unknown>>();
  let bytesHeld = 0;
  let closing = false;
  let broken: unknown = null;
  let progressAt = performance.now();

  // piscina has replaced a dead worker by now, unless its code could not load: then no later one would, and whoever
  // waits for one must be told.
  const noteDeath = (cause: unknown): void => {
    if (closing || broken !== null || piscina.threads.length >= options.threads) return;
    broken = cause;
    void piscina.destroy();
  };
  // Deaths that concern no job.
  piscina.on('error', noteDeath);

  const retryAfterS = (): number => {
    const meanMs = piscina.histogram.runTime.mean;
    const estimate = meanMs > 0 ? (meanMs * accepted.size) / options.threads / 1000 : RETRY_AFTER_S.first;
    return Math.min(RETRY_AFTER_S.most, Math.max(RETRY_AFTER_S.least, Math.ceil(estimate)));
  };

  const refuseWhenFull = (sizeBytes: number): void => {
    if (broken !== null)
      throw new AppError('SERVICE_UNAVAILABLE', 'Pictures cannot be processed at present.', {
        cause: broken,
        retryAfterS: RETRY_AFTER_S.most,
      });
    if (closing)
      throw new AppError('SERVICE_UNAVAILABLE', 'The service is shutting down. Try again in a moment.', {
        retryAfterS: RETRY_AFTER_S.first,
      });
    const crowded = accepted.size >= options.threads + options.queueMax;
    // One job alone may exceed the byte budget: otherwise it could never run.
    const heavy = accepted.size > 0 && bytesHeld + sizeBytes > options.queueBytesMax;
    if (crowded || heavy)
      throw new AppError('SERVICE_UNAVAILABLE', 'Too many pictures are being processed. Try again in a moment.', {
        retryAfterS: retryAfterS(),
      });
  };

  const admission = createAdmission(options.threads, options.memory?.bytesMax ?? Number.POSITIVE_INFINITY);

  /** Ends the thread of a job that takes too long. */
  async function runInTime(job: Readonly<Record<string, unknown>>): Promise<unknown> {
    const jobMsMax = options.jobMsMax?.[String(job.kind)];
    const { task, transfer } = copyInputs(job);
    if (jobMsMax === undefined) return piscina.run(task, { transferList: transfer });
    const { began, signal, cancel } = jobDeadline(jobMsMax);
    try {
      return await piscina.run({ ...task, began }, { transferList: [...transfer, began], signal });
    } finally {
      cancel();
    }
  }

  /** Waits for a thread and for memory first, so that only work counts against the time and bytes are copied only then. */
  async function runInTurn(job: Readonly<Record<string, unknown>>): Promise<unknown> {
    const memoryBytes = (await options.memory?.bytesOf(job)) ?? 0;
    await admission.enter(memoryBytes);
    try {
      return await runInTime(job);
    } finally {
      admission.leave(memoryBytes);
    }
  }

  async function runInWorker<Result>(job: Readonly<Record<string, unknown>>): Promise<Result> {
    let answer: JobAnswer<Result>;
    try {
      answer = (await runInTurn(job)) as JobAnswer<Result>;
    } catch (cause) {
      // A thread that was ended for its time is replaced as any other.
      if (!(cause instanceof Error && cause.name === 'AbortError')) noteDeath(cause);
      throw new AppError('PROCESSING_FAILED', 'The picture could not be processed.', { cause: broken ?? cause });
    }
    return answer.ok ? answer.result : rethrow(answer);
  }

  return {
    async run<Result>(job: { readonly kind: string } & Readonly<Record<string, unknown>>): Promise<Result> {
      const sizeBytes = inputBytes(job);
      refuseWhenFull(sizeBytes);
      if (accepted.size === 0) progressAt = performance.now();
      bytesHeld += sizeBytes;
      const running = runInWorker<Result>(job);
      accepted.add(running);
      try {
        return await running;
      } finally {
        accepted.delete(running);
        bytesHeld -= sizeBytes;
        progressAt = performance.now();
      }
    },
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
