/**
 * A region that differs too little, or in a picture changed too much all over, to accuse anyone by itself, and that lacks the mark which the
 * rest of the picture holds. Whoever replaces content replaces its mark with it, so the two are weighed together: with P(edit) of the
 * difference and the likelihood ratio of "half of the mark is there" against "none is",
 *     ln o = ln(P / (1 - P)) - ln p(region | half of the mark) / p(region | no mark).
 * docs/decisions/0020-mark-in-changed-regions.md.
 * @module
 */
import type { Comparison, ComparisonFacts, TamperMap } from '../tamper/comparison.ts';
import { type MarkInRegion, markLogLikelihood } from '../watermark/presence/markInRegion.ts';
import { editLogOdds } from './editProbability.ts';
import { MARK_MISSING_MIN } from './thresholds.ts';

interface WeighedRegion {
  readonly candidate: { readonly markInRegion: MarkInRegion | null };
  readonly comparison: Pick<ComparisonFacts, 'changeStrength' | 'largestRegionFraction'>;
}

/** ln o; null where no region differs, or nothing is known of its mark. */
function replacedLogOdds({ candidate: { markInRegion }, comparison }: WeighedRegion): number | null {
  if (markInRegion === null || comparison.largestRegionFraction === 0) return null;
  return editLogOdds(comparison.changeStrength) - markLogLikelihood(markInRegion);
}

/** Does a region differ, and lack the mark so that it was replaced beyond doubt? What is decides: the mark, and not the difference alone. */
export const lacksMark = (region: WeighedRegion): boolean =>
  (replacedLogOdds(region) ?? 0) > MARK_MISSING_MIN &&
  region.candidate.markInRegion !== null &&
  markLogLikelihood(region.candidate.markInRegion) < 0;

/** P(edit) of a region that lacks its mark. */
export const editWithoutMark = (region: WeighedRegion): number => 1 / (1 + Math.exp(-(replacedLogOdds(region) ?? 0)));

/** The comparison as a verdict sees it, and what the regions hold of the mark. */
export interface WeighedComparison<M> {
  readonly facts: ComparisonFacts;
  readonly map: TamperMap;
  readonly mark: M;
}

/**
 * Looks for the mark in the regions that differ, or, where none counts, in the first that would: if they lack it, they count.
 * @param markIn what the picture holds of the mark, in the regions of a map; null: nothing differs
 */
export function weighedComparison<M extends { readonly markInRegion: MarkInRegion | null }>(
  { map, doubtful, ...facts }: Comparison,
  markIn: (changed: TamperMap | null) => M,
): WeighedComparison<M> {
  if (facts.largestRegionFraction > 0 || doubtful === null)
    return { facts, map, mark: markIn(facts.largestRegionFraction > 0 ? map : null) };
  const { map: doubtfulMap, ...regions } = doubtful;
  const mark = markIn(doubtfulMap);
  const told = { ...facts, ...regions };
  return lacksMark({ candidate: mark, comparison: told })
    ? { facts: told, map: doubtfulMap, mark }
    : { facts, map, mark: { ...mark, markInRegion: null } };
}
