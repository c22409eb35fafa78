import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createEnding } from '../../../src/adapters/runtime/ending.ts';

test('from the signal on others are told, after the delay requests are refused', () => {
  let nowMs = 1_000;
  const ending = createEnding(5_000, () => nowMs);
  const state = () => [ending.isEnding(), ending.refuses(), ending.sinceMs()];
  expect(state()).toEqual([false, false, 0]);
  ending.begin();
  nowMs += 4_999;
  // A second signal changes nothing.
  ending.begin();
  expect(state()).toEqual([true, false, 4_999]);
  nowMs += 1;
  expect(state()).toEqual([true, true, 5_000]);
});

test('without a delay both are one', () => {
  const ending = createEnding(0);
  ending.begin();
  expect([ending.isEnding(), ending.refuses()]).toEqual([true, true]);
});

test('whoever waits for it waits for the rest of the delay, and not at all where nothing ends', async () => {
  const never = createEnding(60_000);
  await never.untilRefusing();
  const ending = createEnding(150);
  ending.begin();
  await sleep(50);
  await ending.untilRefusing();
  expect(ending.refuses()).toBe(true);
  expect(ending.sinceMs()).toBeLessThan(10_000);
});
