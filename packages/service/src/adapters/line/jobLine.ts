/**
 * The bounded line before whatever does jobs, threads or processes: how many jobs and bytes are accepted, whose turn it is,
 * and that whoever wanted a job and is gone waits for nothing.
 * @module
 */
import { AppError } from '@assay/core/errors';
import { createAdmission, type Lane } from './admission.ts';
import { createTenantShares } from './tenantShares.ts';

export type Job = { readonly kind: string } & Readonly<Record<string, unknown>>;

/** What jobs may hold together while they work. A job that would exceed it waits; one that alone exceeds it works alone. */
export interface WorkingMemory {
  readonly bytesMax: number;
  /** Upper bound of what a job holds; must not fail. */
  bytesOf(job: Job): Promise<number>;
}

export interface JobLineOptions {
  /** Jobs that work at once. */
  readonly atOnce: number;
  /** Besides those, behind: jobs of tenants with a backlog, while others ask. Default 0. */
  readonly behindMax?: number | undefined;
  /** Jobs that may wait besides. */
  readonly queueMax: number;
  /** Input bytes of all accepted jobs together. */
  readonly queueBytesMax: number;
  /** Of one job; default: its own byte arrays, without what lies deeper. */
  readonly inputBytesOf?: ((job: Job) => number) | undefined;
  /** Told when the turn of a job has come, and how long it waited for it, ms. */
  readonly turnCame?: ((job: Job, waitMs: number) => void) | undefined;
  /** Ends the job that is being asked for, when whoever wanted it is gone; default: nothing does. */
  readonly signalOf?: (() => AbortSignal | undefined) | undefined;
  /** Whose job is being asked for; default: everybody's is the same tenant's. */
  readonly tenantOf?: (() => string) | undefined;
  /** From which network it is asked for; default: nothing tells. */
  readonly networkOf?: (() => string) | undefined;
  /** Default: as many jobs as may work at once, whatever they hold. */
  readonly memory?: WorkingMemory | undefined;
}

export interface JobLine {
  /**
   * Waits for the job's turn, then does `work`. Rejects as soon as nobody wants the result any more; the turn lasts until
   * `work` is over.
   * @throws {AppError} SERVICE_UNAVAILABLE when the line or its bytes are full, or the line is closed
   */
  run<Result>(job: Job, work: (wanted: AbortSignal | undefined, lane: Lane) => Promise<Result>): Promise<Result>;
  /** Jobs accepted and not finished. */
  readonly inFlight: number;
  /** Refuses new jobs. Resolves when the accepted ones have ended. */
  close(): Promise<void>;
}

/** Retry-After when nothing has been measured yet, and its bounds, seconds. */
const RETRY_AFTER_S = { first: 5, min: 1, max: 60 } as const;

export const unavailable = (detail: string, retryAfterS: number = RETRY_AFTER_S.max, cause?: unknown): AppError =>
  new AppError('SERVICE_UNAVAILABLE', detail, { cause, retryAfterS });

/** Of all byte arrays of a job. */
function inputBytes(job: Job): number {
  let sum = 0;
  for (const value of Object.values(job)) if (value instanceof Uint8Array) sum += value.length;
  return sum;
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

/** Mean of what jobs took from when their turn came, ms; 0 before the first. */
function createMean(): { readonly ms: () => number; readonly note: (ms: number) => void } {
  let [count, sum] = [0, 0];
  return {
    ms: () => (count === 0 ? 0 : sum / count),
    note: (ms) => {
      count++;
      sum += ms;
    },
  };
}

export function createJobLine(options: JobLineOptions): JobLine {
  const { atOnce, behindMax = 0, queueMax, queueBytesMax, memory, inputBytesOf = inputBytes } = options;
  const { tenantOf = () => '', networkOf = () => '', signalOf = () => undefined } = options;
  const admission = createAdmission({
    jobsMax: atOnce,
    bytesMax: memory?.bytesMax ?? Number.POSITIVE_INFINITY,
    behindMax,
  });
  const shares = createTenantShares(atOnce + queueMax, queueBytesMax);
  const accepted = new Set<Promise<unknown>>();
  const mean = createMean();
  let closed = false;

  /** Until the accepted jobs are done, as far as the mean tells; seconds. */
  const retryAfterS = (): number => {
    const estimate = mean.ms() > 0 ? (mean.ms() * accepted.size) / atOnce / 1000 : RETRY_AFTER_S.first;
    return Math.min(RETRY_AFTER_S.max, Math.max(RETRY_AFTER_S.min, Math.ceil(estimate)));
  };

  async function inTurn<Result>(job: Job, tenant: string, work: (lane: Lane) => Promise<Result>): Promise<Result> {
    const askedMs = performance.now();
    const memoryBytes = (await memory?.bytesOf(job)) ?? 0;
    const lane = await admission.enter(memoryBytes, tenant);
    const startMs = performance.now();
    options.turnCame?.(job, startMs - askedMs);
    try {
      return await work(lane);
    } finally {
      mean.note(performance.now() - startMs);
      admission.leave(memoryBytes, tenant, lane);
    }
  }

  return {
    async run(job, work) {
      const [sizeBytes, tenant] = [inputBytesOf(job), tenantOf()];
      if (closed) throw unavailable('The service is shutting down. Try again in a moment.', RETRY_AFTER_S.first);
      const holder = { tenant, network: networkOf() };
      if (shares.isFull(holder, sizeBytes))
        throw unavailable('Too many pictures are being processed. Try again in a moment.', retryAfterS());
      shares.take(holder, sizeBytes);
      const wanted = signalOf();
      const running = whileWanted(
        wanted,
        inTurn(job, tenant, (lane) => work(wanted, lane)),
      );
      accepted.add(running);
      try {
        return await running;
      } finally {
        accepted.delete(running);
        shares.give(holder, sizeBytes);
      }
    },
    get inFlight() {
      return accepted.size;
    },
    async close() {
      closed = true;
      await Promise.allSettled(accepted);
    },
  };
}
