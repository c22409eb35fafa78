import { expect, test, vi } from 'vitest';
import { repeat } from '../../src/adapters/repeat.ts';

const tick = () => new Promise((resolve) => setTimeout(resolve, 5));

test('rounds follow each other, a failure is reported and ends nothing, stop waits for the present round', async () => {
  const failures: unknown[] = [];
  let rounds = 0;
  let inside = false;
  const job = repeat(
    async () => {
      inside = true;
      await tick();
      inside = false;
      if (++rounds === 1) throw new Error('first');
    },
    1,
    (error) => failures.push(error),
  );
  await vi.waitFor(() => expect(rounds).toBeGreaterThanOrEqual(3));
  await job.stop();
  expect(inside).toBe(false);
  expect(failures).toEqual([new Error('first')]);
  const after = rounds;
  await tick();
  await tick();
  expect(rounds).toBe(after);
});
