import { sumOfTrees } from '@assay/core/signal/boostedTrees';
import { expect, test } from 'vitest';
import { seededRandom } from '../../../bench/verdict/random.ts';
import { boostedTrees, type Direction, type Example } from '../../../bench/verdict/wild/pairs/boostedTrees.ts';

/** Positive with the probability that a law gives, of three uniform features. */
function examplesOf(logit: (x: readonly number[]) => number, count: number): Example[] {
  const random = seededRandom(3);
  return Array.from({ length: count }, () => {
    const features = [random.uniform(), random.uniform(), random.uniform()];
    return { features, isPositive: random.uniform() < 1 / (1 + Math.exp(-logit(features))), weight: 1 };
  });
}

const probability = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));

test('an interaction that no weighted sum of the features can follow is found', () => {
  const law = ([x, y]: readonly number[]): number => (x! > 0.5 === y! > 0.5 ? 2 : -2);
  const trees = boostedTrees(examplesOf(law, 2000), [0, 0, 0]);
  for (const [features, most] of [
    [[0.2, 0.2, 0.5], 2],
    [[0.8, 0.8, 0.5], 2],
    [[0.2, 0.8, 0.5], -2],
    [[0.8, 0.2, 0.5], -2],
  ] as const)
    expect(Math.abs(probability(sumOfTrees(trees, features)) - probability(most))).toBeLessThan(0.12);
});

test('of a feature with a direction the sum never goes the other way, even where the examples do', () => {
  const law = ([x, y]: readonly number[]): number => 6 * Math.abs(x! - 0.5) + 2 * y! - 2;
  for (const direction of [1, -1] as const) {
    const trees = boostedTrees(examplesOf(law, 1500), [direction, 0, 0] satisfies Direction[]);
    for (const y of [0.1, 0.5, 0.9]) {
      const sums = Array.from({ length: 40 }, (_, i) => sumOfTrees(trees, [i / 39, y, 0.5]));
      for (let i = 1; i < sums.length; i++)
        expect(direction * (sums[i]! - sums[i - 1]!), `${direction} at ${i}, ${y}`).toBeGreaterThanOrEqual(-1e-9);
    }
  }
});
