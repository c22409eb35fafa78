import { expect, test } from 'vitest';
import { createJobLeases } from '../../../../src/adapters/db/connection/jobLeases.ts';
import { systemClock } from '../../../../src/adapters/runtime/clock.ts';
import { systemTimers } from '../../../../src/adapters/runtime/timers.ts';
import { exclusiveJob } from '../../../../src/app/exclusiveJob.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';

const LONG_MS = 600_000;

describeOnEachEngine('a job of one process', (database) => {
  test('is begun by nobody else while it is done, and by anybody afterwards', async () => {
    const jobLeases = createJobLeases(database());
    let runs = 0;
    const process = (processId: string) =>
      exclusiveJob({ jobLeases, timers: systemTimers, clock: systemClock, processId }, 'sweep', work);
    const work = async (): Promise<void> => {
      runs++;
      // While one is at it, nobody else begins.
      if (runs === 1) await Promise.all([process('b')(), process('c')()]);
    };
    await process('a')();
    expect(runs).toBe(1);
    await process('b')();
    expect(runs).toBe(2);
  });

  test('one that fails leaves the job to the next', async () => {
    const jobLeases = createJobLeases(database());
    const deps = { jobLeases, timers: systemTimers, clock: systemClock, processId: 'a' };
    await expect(exclusiveJob(deps, 'fails', () => Promise.reject(new Error('x')))()).rejects.toThrow('x');
    expect(await jobLeases.take('fails', 'b', LONG_MS)).toBe(true);
  });

  test('a lease that runs is not taken, one that ended is; its former owner can neither renew nor end it', async () => {
    const { take, renew, end, endAll } = createJobLeases(database());
    expect(await take('pins', 'a', LONG_MS)).toBe(true);
    expect(await take('pins', 'b', LONG_MS)).toBe(false);
    expect(await renew('pins', 'a', -1000)).toBe(true);
    expect(await take('pins', 'b', LONG_MS)).toBe(true);
    expect(await renew('pins', 'a', LONG_MS)).toBe(false);
    await end('pins', 'a');
    expect(await take('pins', 'a', LONG_MS)).toBe(false);
    await endAll();
    expect(await take('pins', 'a', LONG_MS)).toBe(true);
  });
});
