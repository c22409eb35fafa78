/** The comparisons with stored pictures, in words. @module */
import { type ComparisonReading, readComparison } from '@assay/core/verdict/comparisonReading';
import type { Evidence } from '@assay/core/verdict/evidence';
import type { ComparisonFacts } from '@assay/core/tamper/comparison';

export interface ComparisonSentence {
  readonly assetId: string;
  readonly state: 'for' | 'against' | 'neutral';
  readonly statement: string;
  /** Without what was measured. */
  readonly plain: string;
}

export const percent = (fraction: number): string => `${(100 * fraction).toFixed(1)} %`;

const covered = ({ overlays, overlayFraction }: ComparisonFacts): string =>
  overlays.length > 0 ? `; what was laid over it takes ${percent(overlayFraction)}` : '';

interface Words {
  readonly state: ComparisonSentence['state'];
  /** After the number of points. */
  readonly measured: (comparison: ComparisonFacts) => string;
  readonly plain: string;
}

const WORDS: Readonly<Record<ComparisonReading, Words>> = {
  unchanged: {
    state: 'for',
    measured: (comparison) => `${covered(comparison)}; no region was changed.`,
    plain: 'Lies over the stored picture; no region was changed.',
  },
  edited: {
    state: 'against',
    measured: (comparison) =>
      `${covered(comparison)}; the largest changed region takes ${percent(comparison.largestRegionFraction)}.`,
    plain: 'Lies over the stored picture; a region was changed.',
  },
  doubtful: {
    state: 'neutral',
    measured: (comparison) =>
      `${covered(comparison)}; a region of ${percent(comparison.largestRegionFraction)} differs, which need not have been changed by itself.`,
    plain: 'Lies over the stored picture; a region differs, which need not have been changed by itself.',
  },
  'another-shot': {
    state: 'neutral',
    measured: () => ', but noise and fine detail are others: another picture of the same scene.',
    plain: 'Lies over the stored picture, and seems to be another picture of the same scene.',
  },
  other: {
    state: 'neutral',
    measured: () => ', but most of the texture does not: something else is shown.',
    plain: 'Lies over the stored picture, but shows something else.',
  },
};

/** One sentence for each stored picture that the submitted one was laid over. */
export const comparisonSentences = (evidence: Evidence): ComparisonSentence[] =>
  evidence.candidates.flatMap((candidate) => {
    const { assetId, registration, comparison } = candidate;
    const reading = readComparison(evidence, candidate);
    if (reading === null || !registration || !comparison) return [];
    const { state, measured, plain } = WORDS[reading];
    return [{ assetId, state, statement: `${registration.inliers} points agree${measured(comparison)}`, plain }];
  });
