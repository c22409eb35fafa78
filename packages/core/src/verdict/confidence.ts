/**
 * Confidences as monotone functions of the evidence:
 *     P(copy)  = s(0.3 min(n - 7, 20) + 20 (0.5 - b))     n inliers, b bad-NCC fraction
 *     P(edit)  = a rising function of ln x                x the strength of the change, 1 where a region begins to count
 * with s(x) = 1 / (1 + exp(-x)). P(edit) and the bound of unmarked copies are calibrated on edits of known photos, half of them
 * forgeries (bench/verdict/calibrate.ts); how well that holds on other photos: docs/reference/verdicts.md. P(copy) has its shape by choice: no
 * pair of different photos has come near its threshold, so there is nothing to fit.
 * @module
 */
import { EDIT_CALIBRATION } from './editCalibration.ts';
import { type EditCalibration, editProbabilityOf } from './editProbability.ts';
import type { CandidateEvidence } from './evidence.ts';
import { isReplaced, replacedProbability } from './replacedContent.ts';
import { type Copy } from './readEvidence.ts';
import { BAD_NCC_FRACTION_MAX, FOREIGN_FRACTION_MAX, INLIERS_MIN } from './thresholds.ts';

/** Every number of this module; part of the name of the model. */
export const CONFIDENCE = {
  /** Its `unmarkedMax` says how often a copy is one that no mark vouches for, however well it agrees. */
  edit: EDIT_CALIBRATION,
  /** Where nothing but the pictures themselves vouches, never more, whatever the calibration found on its photos. */
  unmarkedMax: 0.9,
  perInlier: 0.3,
  /** Inliers beyond the threshold that still add: more are no better witness against a look-alike. */
  inliersCounted: 20,
  perBadNccFraction: 20,
  foreignSlope: 0.06,
  /** At the rule's threshold the sentence "mostly foreign" is rather true than not. */
  foreignEven: FOREIGN_FRACTION_MAX - 0.1,
  /**
   * Fraction of true copies that search and registration together miss: of 100,400 pictures the right one was found and verified for
   * 99.7 % of the edits (bench/results/fingerprint/local-search.json), and no copy failed to register (docs/reference/verdicts.md).
   */
  missRate: 0.01,
  /** A candidate that looks alike but does not register is seldom a copy, yet more often than one that looks different. */
  unregisteredMax: 0.3,
  similarityEven: 0.85,
  similaritySlope: 0.04,
  /** Certainty stays below that of equal bytes. */
  markedMax: 0.99,
  /** A stored record that contradicts itself is beyond doubt, but which part was altered is not. */
  commitmentBroken: 0.99,
  /** All of a few honest copies, and none of a few forgeries, kept their mark whole where they differ. */
  markWhole: 0.8,
  /** Of the doubtful regions that kept all they show, four honest copies' and two forgeries' in the tune halves. */
  contentKept: 0.7,
  /** Of a change between what counts as one and what is beyond doubt, as many are edits as not. */
  doubtful: 0.5,
  /** A broken hash also follows from careless resaving, so the signature alone does not settle it. */
  credentialsBroken: 0.8,
} as const;

const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

/** Bounds to [0, 1]; a number that is none (from a damaged log row) gives 0. */
export const asConfidence = (value: number): number => (Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0);

function copyProbabilityOf(inliers: number, badNccFraction: number): number {
  const counted = Math.min(inliers - INLIERS_MIN, CONFIDENCE.inliersCounted);
  return logistic(
    CONFIDENCE.perInlier * counted + CONFIDENCE.perBadNccFraction * (BAD_NCC_FRACTION_MAX - badNccFraction),
  );
}

export const copyProbability = (copy: Copy): number =>
  copyProbabilityOf(copy.registration.inliers, copy.comparison.badNccFraction);

/** That a region was changed: by the difference alone, or weighed with the mark or the detail that it lacks. */
export const editProbability = (copy: Copy, calibration: EditCalibration = CONFIDENCE.edit): number =>
  isReplaced(copy) ? replacedProbability(copy) : editProbabilityOf(copy.comparison.changeStrength, calibration);

export const anotherShotProbability = (logOdds: number): number => logistic(logOdds);

export const compositeProbability = (copy: Copy): number =>
  logistic((copy.comparison.foreignFraction - CONFIDENCE.foreignEven) / CONFIDENCE.foreignSlope);

/** Probability that the picture is a copy of a candidate that did not count as one. */
export function missedMatchProbability(candidate: CandidateEvidence | null): number {
  const { missRate, unregisteredMax, similarityEven, similaritySlope } = CONFIDENCE;
  if (!candidate) return missRate;
  const { registration, comparison, similarity } = candidate;
  if (registration && comparison) return copyProbabilityOf(registration.inliers, comparison.badNccFraction);
  return Math.max(missRate, unregisteredMax * logistic(((similarity ?? 0) - similarityEven) / similaritySlope));
}
