import { expect, test } from 'vitest';
import { openLoop, summaryOf } from '../../../bench/load/openLoop.ts';

test('requests are sent when they are due, and timed from then, whatever became of those before', async () => {
  let letGo = (): void => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let asked = 0;
  // A service that stands still for half a second.
  setTimeout(() => letGo(), 500);
  const ask = async () => {
    asked += 1;
    await gate;
    return { status: 200, hasRetryAfter: false };
  };
  const answered = await openLoop(ask, { perSecond: 100, seconds: 0.4, seed: 3 });
  expect(asked).toBe(answered.length);
  expect(asked).toBeGreaterThan(20);
  for (const { atS, latencyS } of answered) expect(atS + latencyS).toBeGreaterThan(0.49);
  const again = await openLoop(async () => ({ status: 200, hasRetryAfter: false }), {
    perSecond: 100,
    seconds: 0.4,
    seed: 3,
  });
  // The same seed is the same load.
  expect(again.map(({ atS }) => atS)).toEqual(answered.map(({ atS }) => atS));
});

test('what was told to come again is no failure; what was told nothing is one', () => {
  const one = (status: number, hasRetryAfter: boolean, latencyS: number) => ({
    atS: 0,
    status,
    hasRetryAfter,
    latencyS,
  });
  const all = [one(200, false, 1), one(200, false, 3), one(503, true, 0.1), one(503, false, 0.1), one(0, false, 60)];
  expect(summaryOf(all, 2)).toEqual({
    asked: 5,
    askedPerSecond: 2.5,
    served: 2,
    putOff: 1,
    failed: 2,
    p50S: 3,
    p95S: 3,
    maxS: 3,
  });
});
