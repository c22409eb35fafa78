/**
 * Where a known mark is missing. Of every cell, d says what it holds and mu what it should hold (correlationPredictor.ts);
 * with d normal, the log-likelihood ratio of "no mark" against "a share s of the expected mark" is, summed over the tracks,
 *     L_s = sum s mu (s mu / 2 - d).
 * A cell in which next to nothing can be expected is silent: it counts a little against, so that it joins no region.
 *  1. Shape: the best set of cells by L_1 less its border (totalVariation.ts).
 *  2. Decision: a connected part of it counts if the sum of L_s over it reaches `evidenceMin`, with s < 1: a place that holds
 *     less than expected but some of the mark is no place where it is missing.
 * Expectations are fitted again without what was found, so that a large edit does not hide itself.
 * Source: Chierchia, Poggi, Sansone, Verdoliva 2014 (Bayesian decision with a smooth prior, for sensor noise); own
 * statistics.
 * @module
 */
import type { Plane } from '../../raster.ts';
import { bestSet } from '../../signal/totalVariation.ts';
import { connectedRegions } from '../../tamper/regions/morphology.ts';
import type { CellDeviations } from './cellCorrelation.ts';
import { type Expectation, expectedDeviations, fitExpectation } from './correlationPredictor.ts';

/** What a missing mark is judged by; set on photos 0..416 of `train` (docs/decisions/0012-presence-map.md). */
export const MISSING_MARK = {
  /** s: of the mark that is expected, so much would have to be there. */
  share: 0.75,
  /** Natural logarithm of the likelihood ratio over a region. */
  evidenceMin: 24,
  /** What a silent cell counts against "missing", so that places that say nothing join no region. */
  silence: 0.08,
  /** Sum of mu^2 below which a cell is silent. */
  silentPower: 0.05,
  /** What a pixel of border costs, in the same unit: borders are a few cells long, noise is ragged. */
  border: 0.08,
  /** Deviations beyond this are cut: one strange cell must not outvote its neighbours. */
  deviationMax: 4,
} as const;
const PASSES = 3;

type Limits = Readonly<Record<keyof typeof MISSING_MARK, number>>;

export interface MissingRegion {
  /** As in `labels`. */
  readonly label: number;
  /** Cells. */
  readonly area: number;
  /** Bounding box in cells: first column and row, and one past the last. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** Sum of L_s over the region. */
  readonly evidence: number;
}

export interface MissingMark {
  readonly columns: number;
  readonly rows: number;
  /** Those that count, strongest first. */
  readonly regions: readonly MissingRegion[];
  /** Which region a cell belongs to, whether it counts or not. */
  readonly labels: Int32Array;
  /** L_1 of every cell. */
  readonly likelihood: Float32Array;
  /** Sum of mu^2 over the tracks: what a cell could tell. */
  readonly power: Float32Array;
  /** Largest evidence of any part, counting or not; 0 if there is none. */
  readonly strongest: number;
  /** In the order of the layers. */
  readonly expectations: readonly Expectation[];
}

/**
 * @param layers   what the cells hold of each track's mark
 * @param activity see `cellActivity`
 * @param side     of a cell, view pixels
 */
export function findMissingMark(
  layers: readonly CellDeviations[],
  activity: Plane,
  side: number,
  limits: Limits = MISSING_MARK,
): MissingMark {
  const { width: columns, height: rows } = activity;
  const size = { width: columns, height: rows };
  let kept: Uint8Array | null = null;
  let set: Uint8Array = new Uint8Array(columns * rows);
  let expectations: readonly Expectation[] = [];
  let likelihoods = likelihoodsOf([], [], activity, limits);
  for (let pass = 0; pass < PASSES; pass++) {
    expectations = layers.map((layer) => fitExpectation(layer, activity, kept));
    likelihoods = likelihoodsOf(layers, expectations, activity, limits);
    set = bestSet({ ...size, data: likelihoods.whole }, limits.border * side);
    // Nothing to leave out: a further fit would be this one.
    if (!set.includes(1)) break;
    kept = set.map((value) => 1 - value);
  }
  const labels = new Int32Array(columns * rows);
  const parts = connectedRegions(set, columns, rows, likelihoods.partial, labels)
    .map(({ mean, ...region }) => ({ ...region, evidence: region.area * mean }))
    .sort((a, b) => b.evidence - a.evidence);
  return {
    columns,
    rows,
    regions: parts.filter(({ evidence }) => evidence >= limits.evidenceMin),
    labels,
    likelihood: likelihoods.whole,
    power: likelihoods.power,
    strongest: Math.max(0, parts[0]?.evidence ?? 0),
    expectations,
  };
}

function likelihoodsOf(
  layers: readonly CellDeviations[],
  expectations: readonly Expectation[],
  activity: Plane,
  { share, silence, silentPower, deviationMax }: Limits,
): { readonly whole: Float32Array; readonly partial: Float32Array; readonly power: Float32Array } {
  const length = activity.data.length;
  const whole = new Float32Array(length);
  const partial = new Float32Array(length);
  const power = new Float32Array(length);
  for (const [i, { deviations, energy }] of layers.entries()) {
    const expected = expectedDeviations(expectations[i] as Expectation, activity, energy);
    for (let j = 0; j < length; j++) {
      const mu = expected[j] as number;
      const d = Math.max(-deviationMax, Math.min(deviationMax, deviations.data[j] as number));
      whole[j] = (whole[j] as number) + mu * (mu / 2 - d);
      partial[j] = (partial[j] as number) + share * mu * ((share * mu) / 2 - d);
      power[j] = (power[j] as number) + mu * mu;
    }
  }
  for (let j = 0; j < length; j++)
    if ((power[j] as number) < silentPower) {
      whole[j] = Math.min(-silence, whole[j] as number);
      partial[j] = Math.min(-silence, partial[j] as number);
    }
  return { whole, partial, power };
}
