import { expect, test } from 'vitest';
import { IDLE, reduce, type VerifyEvent, type VerifyState } from '../../../src/pages/verify/state.ts';
import { AUTHENTIC } from './results.ts';

const picked = { file: new File(['x'], 'a.jpg'), ignoredCount: 0 };
const failure = { kind: 'busy', canRetry: true, detail: null, requestId: null, retryAfterS: null } as const;
const run = (...events: VerifyEvent[]) => events.reduce<VerifyState>(reduce, IDLE);

const started = (attempt: number): VerifyEvent => ({ type: 'started', attempt, picked });
const progressed = (attempt: number, sentBytes: number): VerifyEvent => ({
  type: 'progressed',
  attempt,
  sentBytes,
  totalBytes: 200,
});
const answered = (attempt: number): VerifyEvent => ({ type: 'answered', attempt, result: AUTHENTIC });
const waiting = (attempt: number): VerifyEvent => ({ type: 'waiting', attempt, reason: 'busy', delayS: 5 });

test('a check goes from sending over judging to done', () => {
  expect(run(started(1))).toMatchObject({ state: 'sending', sentFraction: 0 });
  expect(run(started(1), progressed(1, 50))).toMatchObject({ state: 'sending', sentFraction: 0.25 });
  expect(run(started(1), progressed(1, 200))).toMatchObject({ state: 'judging' });
  expect(run(started(1), progressed(1, 200), answered(1))).toMatchObject({ state: 'done', result: AUTHENTIC });
});

test('after a wait the upload is seen again from its start', () => {
  expect(run(started(1), progressed(1, 200), waiting(1))).toMatchObject({ state: 'waiting', delayS: 5 });
  expect(run(started(1), waiting(1), progressed(1, 20))).toMatchObject({ state: 'sending', sentFraction: 0.1 });
});

test('a failure keeps the picture for another try; a file that was never sent leaves none', () => {
  expect(run(started(1), { type: 'failed', attempt: 1, failure })).toMatchObject({ state: 'failed', picked, failure });
  expect(run({ type: 'rejected', attempt: 1, failure })).toMatchObject({ state: 'failed', picked: null });
});

test('what comes late from a cancelled or replaced check changes nothing', () => {
  const late: VerifyEvent[] = [progressed(1, 20), waiting(1), answered(1), { type: 'failed', attempt: 1, failure }];
  for (const event of late) {
    expect(run(started(1), { type: 'reset' }, event)).toBe(IDLE);
    expect(run(started(1), started(2), event)).toEqual(run(started(2)));
    expect(run(started(1), answered(1), event)).toEqual(run(started(1), answered(1)));
  }
});

test('an empty body does not divide by zero', () => {
  const event: VerifyEvent = { type: 'progressed', attempt: 1, sentBytes: 0, totalBytes: 0 };
  expect(run(started(1), event)).toMatchObject({ state: 'sending', sentFraction: 0 });
});
