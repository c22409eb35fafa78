import { expect, test } from 'vitest';
import { sumOfTrees } from '../../src/signal/boostedTrees.ts';

test('every tree adds the leaf that its questions lead to; a value on a threshold is not below it', () => {
  const trees = [[0, 1, -1, [1, 5, 2, 3]], 0.5] as const;
  expect(sumOfTrees(trees, [0, 9])).toBe(-0.5);
  expect(sumOfTrees(trees, [1, 4.9])).toBe(2.5);
  expect(sumOfTrees(trees, [1, 5])).toBe(3.5);
  expect(sumOfTrees([], [1])).toBe(0);
});
