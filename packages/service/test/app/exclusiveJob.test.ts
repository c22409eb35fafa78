import { describe, expect, test } from 'vitest';
import { exclusiveJob, LostLeaseError } from '../../src/app/exclusiveJob.ts';
import type { JobLeases } from '../../src/app/ports/runtime/jobLeases.ts';

/** Time that passes only in `pass`, for the leases and for the processes alike. */
function stoppedTime() {
  let nowMs = 0;
  const calls = new Set<{ readonly everyMs: number; nextMs: number; readonly call: () => void }>();
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return {
    clock: { elapsedMs: () => nowMs, now: () => new Date(nowMs), sleep: () => Promise.resolve() },
    timers: {
      every(everyMs: number, call: () => void) {
        const one = { everyMs, nextMs: nowMs + everyMs, call };
        calls.add(one);
        return () => void calls.delete(one);
      },
    },
    /** Everything that is due comes in its turn. */
    async pass(ms: number): Promise<void> {
      for (const endMs = nowMs + ms; nowMs < endMs; ) {
        nowMs += 1000;
        for (const one of calls)
          if (one.nextMs <= nowMs) {
            one.nextMs = nowMs + one.everyMs;
            one.call();
          }
        await settled();
      }
    },
    /** Nothing runs meanwhile; then what is due comes once. */
    async stall(ms: number): Promise<void> {
      nowMs += ms;
      for (const one of calls)
        if (one.nextMs <= nowMs) {
          one.nextMs = nowMs + one.everyMs;
          one.call();
        }
      await settled();
    },
  };
}

/** As the table of the database has them. */
function leasesIn(time: ReturnType<typeof stoppedTime>) {
  const rows = new Map<string, { owner: string; untilMs: number }>();
  const state = { isReached: true, now: () => time.clock.elapsedMs() };
  const leases: JobLeases = {
    async take(job, owner, ms) {
      const row = rows.get(job);
      if (row && row.untilMs > state.now()) return false;
      rows.set(job, { owner, untilMs: state.now() + ms });
      return true;
    },
    async renew(job, owner, ms) {
      if (!state.isReached) throw new Error('the database cannot be reached');
      const row = rows.get(job);
      if (row?.owner !== owner) return false;
      row.untilMs = state.now() + ms;
      return true;
    },
    async end(job, owner) {
      if (rows.get(job)?.owner === owner) rows.delete(job);
    },
    endAll: async () => rows.clear(),
  };
  return { leases, state, isFree: (job: string) => (rows.get(job)?.untilMs ?? 0) <= state.now() };
}

/** A job that goes on until it is told not to. */
function endless() {
  const job = { runs: 0, ends: 0 };
  const work = (lost: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      job.runs += 1;
      lost.addEventListener('abort', () => {
        job.ends += 1;
        resolve();
      });
    });
  return { job, work };
}

describe('the lease of a job', () => {
  test('is held for as long as the job takes', async () => {
    const time = stoppedTime();
    const { leases, isFree } = leasesIn(time);
    let end = (): void => {};
    const done = exclusiveJob({ jobLeases: leases, ...time, processId: 'a' }, 'sweep', () => {
      return new Promise<void>((resolve) => {
        end = resolve;
      });
    })();
    await time.pass(600_000);
    expect(isFree('sweep')).toBe(false);
    end();
    await done;
    expect(isFree('sweep')).toBe(true);
  });

  test('that another process has taken ends the job: it is told at once, and fails', async () => {
    const time = stoppedTime();
    const { leases } = leasesIn(time);
    const { job, work } = endless();
    const first = exclusiveJob({ jobLeases: leases, ...time, processId: 'a' }, 'sweep', work)();
    const outcome = expect(first).rejects.toThrow(LostLeaseError);
    await time.pass(1000);
    // An operator ended it by hand, and another process was faster.
    await leases.end('sweep', 'a');
    expect(await leases.take('sweep', 'b', 30_000)).toBe(true);
    expect(job).toEqual({ runs: 1, ends: 0 });
    await time.pass(10_000);
    expect(job).toEqual({ runs: 1, ends: 1 });
    await outcome;
    expect(await leases.renew('sweep', 'b', 30_000)).toBe(true);
  });

  test('that cannot be renewed ends the job before anybody else may begin', async () => {
    const time = stoppedTime();
    const { leases, state, isFree } = leasesIn(time);
    const { job, work } = endless();
    const first = exclusiveJob({ jobLeases: leases, ...time, processId: 'a' }, 'sweep', work)();
    const outcome = expect(first).rejects.toThrow(LostLeaseError);
    await time.pass(60_000);
    state.isReached = false;
    while (job.ends === 0 && !isFree('sweep')) await time.pass(1000);
    expect(job.ends).toBe(1);
    // Ended by the job; nobody could have taken it before.
    await outcome;
  });

  test('one of a process that stood still: the first thing it does is to give the job up', async () => {
    const time = stoppedTime();
    const { leases } = leasesIn(time);
    const { job, work } = endless();
    const first = exclusiveJob({ jobLeases: leases, ...time, processId: 'a' }, 'sweep', work)();
    const outcome = expect(first).rejects.toThrow(LostLeaseError);
    await time.pass(10_000);
    await time.stall(31_000);
    expect(job).toEqual({ runs: 1, ends: 1 });
    await outcome;
  });
});
