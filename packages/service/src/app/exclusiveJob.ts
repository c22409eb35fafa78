/** Jobs that one process at a time does, of all on a database: docs/spec/data.md#jobs-of-one-process. @module */
import type { Ports } from './ports/ports.ts';

/** Another process may go on so long after this one died, ms. */
const LEASE_MS = 30_000;
const RENEWAL_MS = 10_000;
/**
 * So long after the last renewal began the job is given up, heard from the database or not: what it has begun has the rest of
 * the lease to end.
 */
const TRUSTED_MS = LEASE_MS - RENEWAL_MS;

type Deps = Pick<Ports, 'jobLeases' | 'timers' | 'clock' | 'processId'>;

/**
 * The work, unless another process is at it: then nothing, until the next turn.
 * @param work ends soon after `lost` aborts: from then on another process may begin
 * @throws {LostLeaseError} once the work has ended, if the lease was lost meanwhile
 */
export const exclusiveJob =
  (deps: Deps, job: string, work: (lost: AbortSignal) => Promise<void>) => async (): Promise<void> => {
    const { jobLeases, processId } = deps;
    const askedMs = deps.clock.elapsedMs();
    if (!(await jobLeases.take(job, processId, LEASE_MS))) return;
    const lost = new AbortController();
    const stop = keepLease(deps, job, askedMs, () => lost.abort(new LostLeaseError(job)));
    try {
      await work(lost.signal);
    } finally {
      stop();
      await jobLeases.end(job, processId);
    }
    lost.signal.throwIfAborted();
  };

/** Another process may have done the same meanwhile. */
export class LostLeaseError extends Error {
  constructor(job: string) {
    super(`The job "${job}" was given up: its lease ended before it did.`);
    this.name = 'LostLeaseError';
  }
}

/** @returns ends it */
function keepLease({ jobLeases, timers, clock, processId }: Deps, job: string, takenMs: number, lose: () => void) {
  let renewedMs = takenMs;
  return timers.every(RENEWAL_MS, () => {
    const askedMs = clock.elapsedMs();
    if (askedMs - renewedMs >= TRUSTED_MS) return lose();
    jobLeases.renew(job, processId, LEASE_MS).then(
      (isOurs) => {
        if (isOurs) renewedMs = askedMs;
        else lose();
      },
      () => undefined,
    );
  });
}
