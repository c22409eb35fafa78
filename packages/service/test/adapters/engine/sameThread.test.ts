import { expect, test } from 'vitest';
import { queueOptionsSymbol } from 'piscina';
import { balancedBy, sameThreadFirst } from '../../../src/adapters/engine/sameThread.ts';

const task = (job: Record<string, unknown>) => ({
  [queueOptionsSymbol]: null,
  ...balancedBy({ kind: 'inspect', ...job }),
});
const threads = (...free: number[]) => [1, 2, 3].map((id) => ({ id, currentUsage: free.includes(id) ? 0 : 1 }));

test('a free thread that saw the picture is chosen, else any that is free', () => {
  const choose = sameThreadFirst();
  const [picture, another] = [new Uint8Array(2), new Uint8Array(2)];
  expect(choose(task({ bytes: picture }), threads(2, 3))?.id).toBe(2);
  expect(choose(task({ query: picture, reference: another }), threads(1, 2, 3))?.id).toBe(2);
  expect(choose(task({ bytes: another }), threads(1, 2, 3))?.id).toBe(1);
  expect(choose(task({ query: picture }), threads(1, 3))?.id).toBe(1);
  expect(choose(task({ query: picture }), threads())).toBeNull();
  expect(choose(task({ query: picture }), threads(1, 2, 3))?.id).toBe(1);
  expect(choose(task({}), threads(3))?.id).toBe(3);
});
