import { AppError } from '@assay/core/errors';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createBackground } from '../../../src/adapters/jobs/background.ts';

test('work goes on behind the caller, and settled waits for all of it, what it started included', async () => {
  const done: string[] = [];
  const background = createBackground(() => {});
  background.run('first', async () => {
    await setImmediate();
    background.run('second', async () => {
      await setImmediate();
      done.push('second');
    });
    done.push('first');
  });
  expect(done).toEqual([]);
  await background.settled();
  expect(done).toEqual(['first', 'second']);
});

test('a bug is reported once and not tried again', async () => {
  const reports: string[] = [];
  const background = createBackground((error, task) => reports.push(`${task}: ${(error as Error).message}`));
  let tries = 0;
  background.run('broken', async () => {
    tries++;
    throw new Error('no');
  });
  await background.settled();
  expect([tries, reports]).toEqual([1, ['broken: no']]);
});

test('while the outside is what fails it is tried again; at the end of the service once more, without a pause', async () => {
  const reports: string[] = [];
  const background = createBackground((_error, task) => reports.push(task));
  let tries = 0;
  background.run('look-up', async () => {
    tries++;
    throw new AppError('SERVICE_UNAVAILABLE', 'away');
  });
  await setImmediate();
  expect([tries, reports]).toEqual([1, []]);
  await background.settled();
  expect([tries, reports]).toEqual([2, ['look-up']]);
});
