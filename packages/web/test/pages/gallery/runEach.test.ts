import { expect, test } from 'vitest';
import { runEach } from '../../../src/pages/gallery/bulk/runEach.ts';

test('one after the other, each told before it begins; one that fails stops none of the others', async () => {
  const story: string[] = [];
  const refusal = new Error('no');
  const outcome = await runEach(
    ['a', 'b', 'c'],
    async (item) => {
      await Promise.resolve();
      story.push(item);
      if (item === 'b') throw refusal;
    },
    new AbortController().signal,
    (index) => story.push(String(index)),
  );
  expect(story).toEqual(['0', 'a', '1', 'b', '2', 'c']);
  expect(outcome).toEqual({ done: ['a', 'c'], failed: [{ item: 'b', error: refusal }], left: [] });
});

test('stopped, nothing more begins; what was done to its end counts, what broke off by that does not count as failed', async () => {
  for (const breaksOff of [false, true]) {
    const stop = new AbortController();
    const begun: string[] = [];
    const outcome = await runEach(
      ['a', 'b', 'c'],
      async (item) => {
        begun.push(item);
        if (item !== 'b') return;
        stop.abort();
        if (breaksOff) throw new Error('aborted');
      },
      stop.signal,
      () => {},
    );
    expect(begun).toEqual(['a', 'b']);
    expect(outcome).toEqual({ done: breaksOff ? ['a'] : ['a', 'b'], failed: [], left: breaksOff ? ['b', 'c'] : ['c'] });
  }
});
