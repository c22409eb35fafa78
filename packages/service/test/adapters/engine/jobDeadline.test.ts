import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { jobDeadline, tellBegun } from '../../../src/adapters/engine/jobDeadline.ts';

describe('the time of a job', () => {
  test('is over after its bound, counted from when the thread tells that it has begun', async () => {
    const { began, signal, cancel } = jobDeadline(1);
    tellBegun({ began });
    if (!signal.aborted) await once(signal, 'abort');
    expect(signal.aborted).toBe(true);
    cancel();
  });

  test('does not run while the thread has not begun', async () => {
    const waiting = jobDeadline(0);
    const other = jobDeadline(0);
    tellBegun(other);
    if (!other.signal.aborted) await once(other.signal, 'abort');
    expect(waiting.signal.aborted).toBe(false);
    for (const { cancel } of [waiting, other]) cancel();
  });

  test('a job that is over is not ended any more', async () => {
    const first = jobDeadline(0);
    const second = jobDeadline(0);
    tellBegun(first);
    first.cancel();
    tellBegun(second);
    if (!second.signal.aborted) await once(second.signal, 'abort');
    expect(first.signal.aborted).toBe(false);
    second.cancel();
  });

  test('a job without a bound tells nobody', () => {
    expect(() => tellBegun({})).not.toThrow();
  });
});
