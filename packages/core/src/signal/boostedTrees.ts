/**
 * Sums of regression trees, fitted elsewhere by gradient boosting:
 *     F(x) = F_0 + sum_m T_m(x)
 * each T_m a binary tree that asks at every node whether one feature lies below a threshold.
 * Source: Friedman 2001, Greedy function approximation: a gradient boosting machine.
 * @module
 */

/** A leaf's value, or a node: index of the feature, threshold, the tree where the feature lies below it, and the tree where not. */
export type RegressionTree = number | readonly [number, number, RegressionTree, RegressionTree];

/** F(x) of the trees, with F_0 0. */
export function sumOfTrees(trees: readonly RegressionTree[], features: ArrayLike<number>): number {
  let sum = 0;
  for (const tree of trees) {
    let node = tree;
    while (typeof node !== 'number') {
      const [feature, threshold, below, above] = node;
      node = (features[feature] as number) < threshold ? below : above;
    }
    sum += node;
  }
  return sum;
}
