import { expect, test, vi } from 'vitest';
import { growingPause } from '../../../src/adapters/jobs/growingPause.ts';
import { repeat } from '../../../src/adapters/jobs/repeat.ts';

const tick = () => new Promise((resolve) => setTimeout(resolve, 5));

test('runs follow each other, a failure is reported and ends nothing, stop waits for the present run', async () => {
  const failures: unknown[] = [];
  let runs = 0;
  let inside = false;
  const job = repeat(
    'a job',
    async () => {
      inside = true;
      await tick();
      inside = false;
      if (++runs === 1) throw new Error('first');
    },
    1,
    (error) => failures.push(error),
  );
  await vi.waitFor(() => expect(runs).toBeGreaterThanOrEqual(3));
  await job.stop();
  expect(inside).toBe(false);
  expect(failures).toEqual([new Error('first')]);
  const after = runs;
  await tick();
  await tick();
  expect(runs).toBe(after);
});

test('pauses double with failures in a row up to a bound, half of them by chance, and begin anew after a success', () => {
  const rule = { baseMs: 15_000, maxMs: 600_000 };
  const at = (chance: number) =>
    Array.from({ length: 9 }, (_, failures) => growingPause(rule, failures, chance) / 1000);
  expect(at(0)).toEqual([15, 7.5, 15, 30, 60, 120, 240, 300, 300]);
  expect(at(1)).toEqual([15, 15, 30, 60, 120, 240, 480, 600, 600]);
  expect(growingPause(rule, 10_000, 1)).toBe(600_000);
});

test('a run that fails again waits longer, and the next good one forgets it', async () => {
  vi.useFakeTimers();
  // The longest pauses that chance can give.
  const chance = vi.spyOn(Math, 'random').mockReturnValue(1);
  try {
    let runs = 0;
    const work = async () => {
      if (++runs <= 5) throw new Error('away');
    };
    const job = repeat('a job', work, { baseMs: 1000, maxMs: 60_000 }, () => {});
    for (const pauseMs of [1000, 2000, 4000, 8000]) await vi.advanceTimersByTimeAsync(pauseMs);
    expect(runs).toBe(5);
    await vi.advanceTimersByTimeAsync(15_999);
    expect(runs).toBe(5);
    await vi.advanceTimersByTimeAsync(1);
    expect(runs).toBe(6);
    await vi.advanceTimersByTimeAsync(1000);
    expect(runs).toBe(7);
    await job.stop();
  } finally {
    chance.mockRestore();
    vi.useRealTimers();
  }
});
