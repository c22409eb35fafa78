/**
 * What was done to the whole picture says of a match, as log-odds of another shot,
 *     ln P(treated | another shot) / P(treated | copy).
 * Another shot comes as a camera made it, resized and coded at most; a palette, the grid of a screen, or light and colour that were
 * changed all over, as by a copier or a filter, were put over a picture on its way, and what is on its way are copies. Such a
 * treatment replaces the fine detail by which the two are told apart otherwise. docs/decisions/0019-another-shot.md.
 * @module
 */
import type { ComparisonFacts } from '../tamper/comparison.ts';
import { globalEdits } from './globalEdits.ts';
import { TREATED } from './thresholds.ts';

const isTreated = ({ whole, tone }: Pick<ComparisonFacts, 'whole' | 'tone'>): boolean =>
  globalEdits(whole).some(({ type }) => type === 'palette' || type === 'screen') ||
  whole.localTone >= TREATED.localToneMin ||
  tone.chromaShift >= TREATED.chromaShiftMin;

/** 0 where nothing was done: most copies are plain as well. */
export const treatedLogOdds = (comparison: Pick<ComparisonFacts, 'whole' | 'tone'>): number =>
  isTreated(comparison) ? Math.log(TREATED.shots / TREATED.copies) : 0;
