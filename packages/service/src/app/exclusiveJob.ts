/** Jobs that one process at a time does, of all on a database: docs/spec/data.md#jobs-of-one-process. @module */
import type { Ports } from './ports/ports.ts';

/** Another process may go on so long after this one died, ms. */
const LEASE_MS = 30_000;
const RENEWAL_MS = 10_000;

type Deps = Pick<Ports, 'jobLeases' | 'timers' | 'processId'>;

/** How often it is looked if another has ended, ms. */
const LOOK_MS = 500;

/** The work, once nobody else is at it. */
export async function aloneNow<Result>(
  deps: Deps & Pick<Ports, 'clock'>,
  job: string,
  work: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const done: Result[] = [];
    await exclusiveJob(deps, job, async () => void done.push(await work()))();
    if (done.length > 0) return done[0] as Result;
    await deps.clock.sleep(LOOK_MS);
  }
}

/** The work, unless another process is at it: then nothing, until the next turn. */
export const exclusiveJob =
  ({ jobLeases, timers, processId }: Deps, job: string, work: () => Promise<void>) =>
  async (): Promise<void> => {
    if (!(await jobLeases.take(job, processId, LEASE_MS))) return;
    const renew = (): void => void jobLeases.renew(job, processId, LEASE_MS).catch(() => undefined);
    const stop = timers.every(RENEWAL_MS, renew);
    try {
      await work();
    } finally {
      stop();
      await jobLeases.end(job, processId);
    }
  };
