import { expect, test, vi } from 'vitest';
import { repeat } from '../../../src/adapters/jobs/repeat.ts';

const tick = () => new Promise((resolve) => setTimeout(resolve, 5));

test('runs follow each other, a failure is reported and ends nothing, stop waits for the present run', async () => {
  const failures: unknown[] = [];
  let runs = 0;
  let inside = false;
  const job = repeat(
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
