import { expect, test } from 'vitest';
import { type CheckEvent, type CheckState, reduceChecks } from '../../../src/pages/verify/state.ts';
import { AUTHENTIC } from './results.ts';

const file = new File(['x'], 'a.jpg');
const failure = { kind: 'busy', canRetry: true, detail: null, requestId: null, retryAfterS: null } as const;
const run = (...events: CheckEvent[]) => events.reduce<readonly CheckState[]>(reduceChecks, []);

const queued = (attempt: number): CheckEvent => ({ type: 'queued', attempt, file });
const started = (attempt: number): CheckEvent => ({ type: 'started', attempt });
const progressed = (attempt: number, sentBytes: number): CheckEvent => ({
  type: 'progressed',
  attempt,
  sentBytes,
  totalBytes: 200,
});
const answered = (attempt: number): CheckEvent => ({ type: 'answered', attempt, result: AUTHENTIC });
const waiting = (attempt: number): CheckEvent => ({ type: 'waiting', attempt, reason: 'busy', delayS: 5 });
const failed = (attempt: number): CheckEvent => ({ type: 'failed', attempt, failure });

test('a check goes from waiting over sending and judging to done', () => {
  expect(run(queued(1))).toMatchObject([{ state: 'queued', file }]);
  expect(run(queued(1), started(1))).toMatchObject([{ state: 'sending', sentFraction: 0 }]);
  expect(run(queued(1), progressed(1, 50))).toMatchObject([{ state: 'sending', sentFraction: 0.25 }]);
  expect(run(queued(1), progressed(1, 200))).toMatchObject([{ state: 'judging' }]);
  expect(run(queued(1), progressed(1, 200), answered(1))).toMatchObject([{ state: 'done', result: AUTHENTIC }]);
});

test('after a wait the upload is seen again from its start', () => {
  expect(run(queued(1), progressed(1, 200), waiting(1))).toMatchObject([{ state: 'waiting', delayS: 5 }]);
  expect(run(queued(1), waiting(1), progressed(1, 20))).toMatchObject([{ state: 'sending', sentFraction: 0.1 }]);
});

test('several keep their order, and what happens to one leaves the others alone', () => {
  const checks = run(queued(1), queued(2), { type: 'rejected', attempt: 3, file, failure }, answered(2));
  expect(checks.map(({ state }) => state)).toEqual(['queued', 'done', 'failed']);
});

test('a failure keeps the picture for another try, which takes its place; what was no file leaves none', () => {
  expect(run(queued(1), failed(1))).toMatchObject([{ state: 'failed', file, failure }]);
  expect(run(queued(1), queued(2), failed(1), { type: 'retried', attempt: 1, as: 3 })).toMatchObject([
    { state: 'queued', attempt: 3, file },
    { state: 'queued', attempt: 2 },
  ]);
  const none = run({ type: 'rejected', attempt: 1, file: null, failure });
  expect(reduceChecks(none, { type: 'retried', attempt: 1, as: 2 })).toEqual(none);
});

test('what comes late from a cancelled or replaced check changes nothing', () => {
  for (const event of [progressed(1, 20), waiting(1), answered(1), failed(1)]) {
    expect(run(queued(1), { type: 'reset' }, event)).toEqual([]);
    const replaced = run(queued(1), failed(1), { type: 'retried', attempt: 1, as: 2 });
    expect(reduceChecks(replaced, event)).toEqual(replaced);
    expect(run(queued(1), answered(1), event)).toEqual(run(queued(1), answered(1)));
  }
});

test('an empty body does not divide by zero', () => {
  const event: CheckEvent = { type: 'progressed', attempt: 1, sentBytes: 0, totalBytes: 0 };
  expect(run(queued(1), event)).toMatchObject([{ state: 'sending', sentFraction: 0 }]);
});

test('stages that the service tells are kept in their order, also when they come before the upload seems to be over', () => {
  const reached = (stage: 'read' | 'searched', skipped = false): CheckEvent => ({
    type: 'reached',
    attempt: 1,
    stage: { stage, skipped },
  });
  expect(run(queued(1), progressed(1, 50), reached('read'), reached('searched', true))).toMatchObject([
    {
      state: 'judging',
      reached: [
        { stage: 'read', skipped: false },
        { stage: 'searched', skipped: true },
      ],
    },
  ]);
  expect(run(queued(1), answered(1), reached('read'))).toMatchObject([{ state: 'done' }]);
});
