/**
 * Fits sums of regression trees by gradient boosting of the logistic loss,
 *     L = sum_i w_i ln(1 + exp(-y_i F(x_i))),   y = 1 or -1,
 * each tree by second-order steps: a split is worth G_l^2 / (H_l + lambda) + G_r^2 / (H_r + lambda) - G^2 / (H + lambda), a leaf is
 * -G / (H + lambda), with G and H the sums of first and second derivatives. Thresholds are quantiles; each tree sees a random half of
 * the features. Of a feature with a direction the sum rises with it, or falls, everywhere: no split may go the other way, and what lies
 * below a split stays on its side of the mean of both leaves. Deterministic.
 * Sources: Friedman 2001; Chen, Guestrin 2016 (second-order steps, sampled columns, monotone splits).
 */
import type { RegressionTree } from '@assay/core/signal/boostedTrees';
import { seededRandom } from '../../random.ts';

export interface Example {
  readonly features: ArrayLike<number>;
  readonly isPositive: boolean;
  readonly weight: number;
}

const TREES = 120;
const DEPTH = 3;
const SHRINKAGE = 0.1;
const LAMBDA = 5;
const LEAF_ROWS_MIN = 15;
const COLUMNS = 0.5;
/** Of each feature, between these quantiles. */
const THRESHOLDS = 24;
const [QUANTILE_MIN, QUANTILE_MAX] = [0.03, 0.97];
const GAIN_MIN = 1e-6;
const DIGITS = 5;

/** 1: the sum never falls with the feature; -1: it never rises; 0: as the examples have it. */
export type Direction = -1 | 0 | 1;

interface Column {
  readonly direction: Direction;
  readonly thresholds: readonly number[];
  /** Of each example: how many thresholds its value reaches. */
  readonly bins: Uint8Array;
}

function columnOf(values: readonly number[], direction: Direction): Column {
  const sorted = [...values].sort((a, b) => a - b);
  const quantile = (part: number): number => sorted[Math.round(part * (sorted.length - 1))] as number;
  const parts = Array.from(
    { length: THRESHOLDS },
    (_, k) => QUANTILE_MIN + ((QUANTILE_MAX - QUANTILE_MIN) * k) / (THRESHOLDS - 1),
  );
  const thresholds = [...new Set(parts.map((part) => rounded(quantile(part))))].sort((a, b) => a - b);
  return {
    direction,
    thresholds,
    bins: Uint8Array.from(values, (value) => thresholds.filter((threshold) => threshold <= value).length),
  };
}

const rounded = (value: number): number => Number(value.toFixed(DIGITS));

interface Derivatives {
  readonly first: Float64Array;
  readonly second: Float64Array;
}

interface Split {
  readonly gain: number;
  readonly column: number;
  /** Examples of fewer bins than this one's go below. */
  readonly bin: number;
  /** Mean of what the two leaves would be. */
  readonly middle: number;
}

/** Between which the leaves of a part of a tree must stay. */
type Bounds = readonly [number, number];

const worth = (g: number, h: number): number => (g * g) / (h + LAMBDA);
const leafOf = (g: number, h: number): number => -g / (h + LAMBDA);

/** The best threshold of one column; null if none is worth it. */
function bestSplit(
  column: number,
  { direction, thresholds, bins }: Column,
  rows: Uint32Array,
  at: Derivatives,
): Split | null {
  const sums = new Float64Array(2 * (thresholds.length + 1));
  const counts = new Uint32Array(thresholds.length + 1);
  let [g, h] = [0, 0];
  for (const i of rows) {
    const bin = bins[i] as number;
    sums[2 * bin] = (sums[2 * bin] as number) + (at.first[i] as number);
    sums[2 * bin + 1] = (sums[2 * bin + 1] as number) + (at.second[i] as number);
    counts[bin] = (counts[bin] as number) + 1;
    g += at.first[i] as number;
    h += at.second[i] as number;
  }
  let best: Split | null = null;
  let [below, belowH, count] = [0, 0, 0];
  for (let k = 0; k < thresholds.length; k++) {
    below += sums[2 * k] as number;
    belowH += sums[2 * k + 1] as number;
    count += counts[k] as number;
    if (Math.min(count, rows.length - count) < LEAF_ROWS_MIN) continue;
    const gain = worth(below, belowH) + worth(g - below, h - belowH) - worth(g, h);
    const values = [leafOf(below, belowH), leafOf(g - below, h - belowH)] as const;
    if (direction * (values[1] - values[0]) < 0) continue;
    if (gain > (best?.gain ?? GAIN_MIN)) best = { gain, column, bin: k + 1, middle: (values[0] + values[1]) / 2 };
  }
  return best;
}

interface Grown {
  readonly columns: readonly Column[];
  /** Columns that this tree may ask. */
  readonly seen: readonly number[];
  readonly at: Derivatives;
}

function grow(tree: Grown, rows: Uint32Array, [least, most]: Bounds, depth: number): RegressionTree {
  const { columns, seen, at } = tree;
  let best: Split | null = null;
  if (depth > 0 && rows.length >= 2 * LEAF_ROWS_MIN)
    for (const k of seen) {
      const split = bestSplit(k, columns[k] as Column, rows, at);
      if (split !== null && split.gain > (best?.gain ?? 0)) best = split;
    }
  if (best === null) {
    let [g, h] = [0, 0];
    for (const i of rows) {
      g += at.first[i] as number;
      h += at.second[i] as number;
    }
    return rounded(SHRINKAGE * Math.min(most, Math.max(least, leafOf(g, h))));
  }
  const { column, bin, middle } = best;
  const { bins, direction, thresholds } = columns[column] as Column;
  const below: Bounds = direction === 0 ? [least, most] : direction > 0 ? [least, middle] : [middle, most];
  const above: Bounds = direction === 0 ? [least, most] : direction > 0 ? [middle, most] : [least, middle];
  const part = (isBelow: boolean): Uint32Array => rows.filter((i) => (bins[i] as number) < bin === isBelow);
  return [
    column,
    thresholds[bin - 1] as number,
    grow(tree, part(true), below, depth - 1),
    grow(tree, part(false), above, depth - 1),
  ];
}

/**
 * Trees of which the sum is the log-odds of being positive, as the weights have it.
 * @param directions one for each feature
 */
export function boostedTrees(examples: readonly Example[], directions: readonly Direction[]): RegressionTree[] {
  const random = seededRandom(0);
  const columns = directions.map((direction, k) =>
    columnOf(
      examples.map(({ features }) => features[k] as number),
      direction,
    ),
  );
  const rows = Uint32Array.from(examples, (_, i) => i);
  const score = new Float64Array(examples.length);
  const at = { first: new Float64Array(examples.length), second: new Float64Array(examples.length) };
  return Array.from({ length: TREES }, () => {
    for (const [i, { isPositive, weight }] of examples.entries()) {
      const p = 1 / (1 + Math.exp(-(score[i] as number)));
      at.first[i] = weight * (p - (isPositive ? 1 : 0));
      at.second[i] = weight * p * (1 - p);
    }
    const order = columns
      .map((_, k) => ({ k, turn: random.uniform() }))
      .sort((a, b) => a.turn - b.turn)
      .map(({ k }) => k);
    const tree = grow(
      { columns, seen: order.slice(0, Math.ceil(COLUMNS * columns.length)), at },
      rows,
      [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
      DEPTH,
    );
    addTo(score, tree, columns);
    return tree;
  });
}

function addTo(score: Float64Array, tree: RegressionTree, columns: readonly Column[]): void {
  for (let i = 0; i < score.length; i++) {
    let node = tree;
    while (typeof node !== 'number') {
      const [feature, threshold, below, above] = node;
      const { bins, thresholds } = columns[feature] as Column;
      node = (bins[i] as number) <= thresholds.indexOf(threshold) ? below : above;
    }
    score[i] = (score[i] as number) + node;
  }
}
