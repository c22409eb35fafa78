import { setImmediate as nextTurn } from 'node:timers/promises';
import { array, assert, nat, property } from 'fast-check';
import { expect, test } from 'vitest';
import { atOnce, eachStep, inSteps, joining, oneEachTurn, STEP_BYTES } from '../src/steps.ts';

const sizes = array(nat({ max: 2 * STEP_BYTES }), { maxLength: 6 });

test('parts are joined as they are, in memory of their own, at most so much between two pauses', () => {
  assert(
    property(sizes, (lengths) => {
      const parts = lengths.map((length, i) => new Uint8Array(length).fill(i + 1));
      const total = lengths.reduce((sum, length) => sum + length, 0);
      const work = joining(parts);
      let pauses = 0;
      let step = work.next();
      for (; !step.done; step = work.next()) pauses++;
      expect(Buffer.concat(parts).equals(step.value)).toBe(true);
      expect(step.value.buffer.byteLength).toBe(total);
      expect(pauses).toBeGreaterThanOrEqual(Math.ceil(total / (2 * STEP_BYTES)) - 1);
    }),
    { numRuns: 20 },
  );
});

test('small parts, as they come from a connection, are joined in steps as well', () => {
  const parts = Array.from({ length: 80 }, () => new Uint8Array(STEP_BYTES / 16));
  const pauses = [...joining(parts)].length;
  expect(pauses).toBe(4);
  expect([...joining(parts.slice(0, 16))]).toHaveLength(0);
});

test('bytes are handed on in order, with a pause between two steps', async () => {
  const bytes = Uint8Array.from({ length: 2 * STEP_BYTES + 5 }, (_, i) => i % 251);
  const steps: Uint8Array[] = [];
  const seen: string[] = [];
  const work = eachStep(bytes, (step) => {
    steps.push(step);
    seen.push('step');
  });
  await inSteps(work, async () => void seen.push('pause'));
  expect(seen).toEqual(['step', 'pause', 'step', 'pause', 'step']);
  expect(Buffer.concat(steps).equals(bytes)).toBe(true);
  expect(Buffer.from(atOnce(joining([bytes]))).equals(bytes)).toBe(true);
});

test('of many works one goes on in each turn, the one that waits longest', async () => {
  let turn = 0;
  const taken: string[] = [];
  const pause = oneEachTurn(async () => {
    await nextTurn();
    turn++;
  });
  function* work(name: string): Generator<void, string> {
    for (let step = 0; step < 3; step++) {
      yield;
      taken.push(`${turn} ${name}`);
    }
    return name;
  }
  expect(await Promise.all(['a', 'b', 'c'].map((name) => inSteps(work(name), pause)))).toEqual(['a', 'b', 'c']);
  expect(taken).toEqual(['1 a', '2 b', '3 c', '4 a', '5 b', '6 c', '7 a', '8 b', '9 c']);
  // Also after all have ended.
  expect(await inSteps(work('d'), pause)).toBe('d');
});
