/**
 * A region that differs too little, or in a picture changed too much all over, to accuse anyone by itself, and that lacks what the rest of the
 * picture holds: the mark, or the stored picture's own detail. Whoever replaces content replaces both, so they are weighed together with P(edit) of the
 * difference,
 *     ln o = ln(P / (1 - P)) + e,   m = -ln p(region | half of the mark) / p(region | no mark),   d = ln p(kept | replaced) / p(kept | not),
 * with d >= 0, for a recolour keeps its detail; e is the larger of m and d where both speak for an edit, since what takes the one takes the other, and
 * m + d where the mark is there.
 * docs/decisions/0020-mark-in-changed-regions.md.
 * @module
 */
import type { Comparison, ComparisonFacts, TamperMap } from '../tamper/comparison.ts';
import { type MarkInRegion, markLogLikelihood } from '../watermark/presence/markInRegion.ts';
import { editLogOdds } from './editProbability.ts';
import { isStrongLight } from './lightChange.ts';
import { KEPT_DETAIL, REPLACED_MIN } from './thresholds.ts';

interface WeighedRegion {
  readonly candidate: { readonly markInRegion: MarkInRegion | null };
  readonly comparison: Pick<
    ComparisonFacts,
    'changeStrength' | 'largestRegionFraction' | 'keptDetail' | 'changedColour' | 'whole'
  >;
}

/** m; 0 where nothing is known of the mark. */
const markLogOdds = ({ candidate: { markInRegion } }: WeighedRegion): number =>
  markInRegion === null ? 0 : -markLogLikelihood(markInRegion);

/** d, >= 0; 0 too where nothing is known of the detail, or light may have taken it: what is burnt out shows none. */
export function detailLogOdds({ comparison }: Pick<WeighedRegion, 'comparison'>): number {
  const { keptDetail } = comparison;
  if (keptDetail === null || isStrongLight(comparison)) return 0;
  const { even, slope, most } = KEPT_DETAIL;
  return Math.max(0, Math.min(most, slope * (even - keptDetail)));
}

/** ln o; null where no region differs. */
function replacedLogOdds(region: WeighedRegion): number | null {
  const { changeStrength, largestRegionFraction } = region.comparison;
  if (largestRegionFraction === 0) return null;
  const [mark, detail] = [markLogOdds(region), detailLogOdds(region)];
  return editLogOdds(changeStrength) + (mark > 0 ? Math.max(mark, detail) : mark + detail);
}

/** Does a region differ, and lack the mark so that it was replaced beyond doubt? What is decides: the mark, and not the difference alone. */
export const lacksMark = (region: WeighedRegion): boolean =>
  markLogOdds(region) > 0 && (replacedLogOdds(region) ?? 0) > REPLACED_MIN.mark;

/** The same of the detail. */
export const lacksDetail = (region: WeighedRegion): boolean =>
  detailLogOdds(region) > 0 && (replacedLogOdds(region) ?? 0) > REPLACED_MIN.detail;

/** Was the content of a region replaced, as its mark or its detail say? */
export const isReplaced = (region: WeighedRegion): boolean => lacksMark(region) || lacksDetail(region);

/** P(edit) of a region that lacks its mark or its detail. */
export const replacedProbability = (region: WeighedRegion): number =>
  1 / (1 + Math.exp(-(replacedLogOdds(region) ?? 0)));

/** The comparison as a verdict sees it, and what the regions hold of the mark. */
export interface WeighedComparison<M> {
  readonly facts: ComparisonFacts;
  readonly map: TamperMap;
  readonly mark: M;
}

/**
 * Looks for the mark in the regions that differ, or, where none counts, in the first that would: if they lack it, or their detail, they count.
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
  return isReplaced({ candidate: mark, comparison: told })
    ? { facts: told, map: doubtfulMap, mark }
    : { facts, map, mark: { ...mark, markInRegion: null } };
}
