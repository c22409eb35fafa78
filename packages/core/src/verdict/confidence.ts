/**
 * Confidences as monotone functions of the evidence:
 *     P(copy)  = s(0.3 min(n - 7, 20) + 20 (0.5 - b))     n inliers, b bad-NCC share
 *     P(edit)  = s(a + c ln x), within bounds             x the strength of the change, 1 where a region begins to count; the bounds are
 *                                                      what is left to chance without any, and with the strongest, change
 * with s(x) = 1 / (1 + exp(-x)). P(edit) is calibrated on edits of known photos, half of them forgeries (bench/verdict/calibrate.ts);
 * how well that holds on other photos: docs/reference/verdicts.md. P(copy) has its shape by choice: no pair of different photos
 * has come near its threshold, so there is nothing to fit.
 * @module
 */
import { EDIT_CALIBRATION } from './editCalibration.ts';
import type { CandidateEvidence } from './evidence.ts';
import { BAD_NCC_SHARE_MAX, type Copy, FOREIGN_SHARE_MAX, INLIERS_MIN } from './readEvidence.ts';

const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

/** Bounds to [0, 1]; a number that is none (from a damaged log row) gives 0. */
export const asConfidence = (value: number): number => (Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0);

const PER_INLIER = 0.3;
/** Inliers beyond the threshold that still add: more are no better witness against a look-alike. */
const INLIERS_COUNTED = 20;
const PER_BAD_NCC_SHARE = 20;

function copyProbabilityOf(inliers: number, badNccShare: number): number {
  const counted = Math.min(inliers - INLIERS_MIN, INLIERS_COUNTED);
  return logistic(PER_INLIER * counted + PER_BAD_NCC_SHARE * (BAD_NCC_SHARE_MAX - badNccShare));
}

export const copyProbability = (copy: Copy): number =>
  copyProbabilityOf(copy.registration.inliers, copy.comparison.badNccShare);

/** What rows of older versions go by, which tell no strength: 1/2 at 0.4 % of the overlap. */
const BEFORE = { even: 0.004, slope: 0.35 } as const;

export function editProbability({ comparison: { blobShare, changeStrength } }: Copy): number {
  if (changeStrength === undefined)
    return blobShare > 0 ? logistic(Math.log(blobShare / BEFORE.even) / BEFORE.slope) : 0;
  const { intercept, perLogStrength, least, most } = EDIT_CALIBRATION;
  const free = changeStrength > 0 ? logistic(intercept + perLogStrength * Math.log(changeStrength)) : 0;
  return Math.min(most, Math.max(least, free));
}

const FOREIGN_SLOPE = 0.06;
/** At the rule's threshold the sentence "mostly foreign" is rather true than not. */
const FOREIGN_EVEN = FOREIGN_SHARE_MAX - 0.1;

export const compositeProbability = (copy: Copy): number =>
  logistic((copy.comparison.foreignShare - FOREIGN_EVEN) / FOREIGN_SLOPE);

/**
 * Share of true copies that search and registration together miss; recall of the measured matching chain was 95.6 %
 * at no false match.
 */
const MISS_RATE = 0.05;
/** A candidate that looks alike but does not register is seldom a copy, yet more often than one that looks different. */
const UNREGISTERED_MAX = 0.3;
const SIMILARITY_EVEN = 0.85;
const SIMILARITY_SLOPE = 0.04;

/** Probability that the picture is a copy of a candidate that did not count as one. */
export function missedMatchProbability(candidate: CandidateEvidence | null): number {
  if (!candidate) return MISS_RATE;
  const { registration, comparison, similarity } = candidate;
  if (registration && comparison) return copyProbabilityOf(registration.inliers, comparison.badNccShare);
  return Math.max(MISS_RATE, UNREGISTERED_MAX * logistic(((similarity ?? 0) - SIMILARITY_EVEN) / SIMILARITY_SLOPE));
}
