import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { openDesk, tellBegun } from '../../../src/adapters/engine/jobDesk.ts';

describe('the time of a job', () => {
  test('is over after its bound, counted from when the thread tells that it has begun', async () => {
    const { desk, signal, close } = openDesk({ msMax: 1 });
    tellBegun({ desk });
    if (!signal.aborted) await once(signal, 'abort');
    expect(signal.aborted).toBe(true);
    close();
  });

  test('does not run while the thread has not begun', async () => {
    const waiting = openDesk({ msMax: 0 });
    const other = openDesk({ msMax: 0 });
    tellBegun(other);
    if (!other.signal.aborted) await once(other.signal, 'abort');
    expect(waiting.signal.aborted).toBe(false);
    for (const { close } of [waiting, other]) close();
  });

  test('a job that is over is not ended any more', async () => {
    const first = openDesk({ msMax: 0 });
    const second = openDesk({ msMax: 0 });
    tellBegun(first);
    first.close();
    tellBegun(second);
    if (!second.signal.aborted) await once(second.signal, 'abort');
    expect(first.signal.aborted).toBe(false);
    second.close();
  });

  test('a job without a bound tells nobody', () => {
    expect(() => tellBegun({})).not.toThrow();
  });
});
