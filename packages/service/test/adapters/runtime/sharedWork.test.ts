import { expect, test } from 'vitest';
import { createSharedWork } from '../../../src/adapters/runtime/sharedWork.ts';

/** Works that end when they are told to. */
function told() {
  const ends = new Map<string, () => void>();
  const begun: string[] = [];
  const work = (name: string) => async () => {
    begun.push(name);
    await new Promise<void>((resolve) => ends.set(name, resolve));
    return `${name} ${begun.length}`;
  };
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, work, end };
}

test('who asks for what is under way gets its result; afterwards it is done anew', async () => {
  const { begun, work, end } = told();
  const shared = createSharedWork(2);
  const asked = [shared.once('a', work('a')), shared.once('a', work('a'))];
  await end('none');
  await end('a');
  expect(await Promise.all(asked)).toEqual(['a 1', 'a 1']);
  const anew = shared.once('a', work('a'));
  await end('none');
  await end('a');
  expect(await anew).toBe('a 2');
  expect(begun).toEqual(['a', 'a']);
});

test('so many at a time, the rest in the order in which it was asked for', async () => {
  const { begun, work, end } = told();
  const shared = createSharedWork(2);
  const all = ['a', 'b', 'c', 'd'].map((name) => shared.once(name, work(name)));
  await end('none');
  expect(begun).toEqual(['a', 'b']);
  await end('b');
  expect(begun).toEqual(['a', 'b', 'c']);
  const late = shared.once('e', work('e'));
  await end('a');
  await end('c');
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e']);
  await end('d');
  await end('e');
  await Promise.all([...all, late]);
});

test('a work that fails tells all who asked, keeps no place, and is tried anew by the next', async () => {
  const shared = createSharedWork(1);
  const fail = () => Promise.reject(new Error('no'));
  const asked = await Promise.allSettled([shared.once('a', fail), shared.once('a', fail)]);
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await shared.once('a', async () => 'yes')).toBe('yes');
});
