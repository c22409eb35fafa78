/** Work on rows that a process holds while it lasts, uploads and verifications alike: docs/spec/data.md#leases. @module */
import { AppError } from '@assay/core/errors';
import type { LeaseRequest } from './ports/runtime/leases.ts';
import type { Ports } from './ports/ports.ts';

/** A row whose process died is taken over after so long at the latest, ms. */
const LEASE_MS = 30_000;
/** Two renewals may fail before a lease ends, ms. */
const RENEWAL_MS = 10_000;

/** Processes that died over one row: it is what brings them down. */
export const ATTEMPTS_MAX = 3;
/** So long a busy or broken engine is waited for, ms. */
export const WAIT_MS_MAX = 24 * 60 * 60 * 1000;

export const leaseRequest = ({ processId }: Pick<Ports, 'processId'>): LeaseRequest => ({
  owner: processId,
  ms: LEASE_MS,
});

/**
 * Renews a lease until the work has ended. A renewal that fails is made up for by the next one; whoever lost the lease all the
 * same is told so when the result is written down.
 */
export async function whileRenewed<T>(
  { timers }: Pick<Ports, 'timers'>,
  renew: (ms: number) => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  const stop = timers.every(RENEWAL_MS, () => void renew(LEASE_MS).catch(() => undefined));
  try {
    return await work();
  } finally {
    stop();
  }
}

/** Where the database is what was away, that is said as soon as it is back: else this process would be taken for one that died. */
export const letGoWith = ({ background }: Pick<Ports, 'background'>, release: () => Promise<void>): Promise<void> =>
  release().catch(() => background.run('end of a lease', release));

/** The work of this process on the row counts no more. */
export const isTakenOver = (cause: unknown): boolean => cause instanceof AppError && cause.code === 'CONFLICT';

/** What is out of reach for the moment: a full queue of the engine, the store, the database. */
export const isBusy = (cause: unknown): boolean => cause instanceof AppError && cause.code === 'SERVICE_UNAVAILABLE';

export interface WorkedOff {
  readonly completed: number;
  readonly failed: number;
  /** Left for the next run, since the workers were busy: 0 or 1. */
  readonly postponed: number;
}

/**
 * Takes what waits and does it, one at a time, since a lease runs from its taking.
 * @param isEnding true = begin nothing more; what is left waits for another process, or the next start
 */
export async function workOff<Held>(
  isEnding: () => boolean,
  take: () => Promise<Held | null>,
  work: (held: Held) => Promise<keyof WorkedOff>,
): Promise<WorkedOff> {
  const count = { completed: 0, failed: 0, postponed: 0 };
  while (!isEnding()) {
    const held = await take();
    if (held === null) break;
    const outcome = await work(held);
    count[outcome]++;
    if (outcome === 'postponed') break;
  }
  return count;
}
