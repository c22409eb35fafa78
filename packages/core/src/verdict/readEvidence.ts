/**
 * What the evidence says in the terms of the rules: which stored asset the picture is a copy of, and whether a mark
 * claims one that it is not.
 * @module
 */
import { SIMILARITY_THRESHOLD } from '../fingerprint/calibration.ts';
import type { ComparisonFacts } from '../tamper/comparison.ts';
import type { AssetEvidence, CandidateEvidence, Evidence, RegistrationFacts } from './evidence.ts';
import { editProbabilityOf } from './editProbability.ts';
import { isColouredLight, isLight, keepsStructure } from './lightChange.ts';
import { anotherShotOdds, keepsMark } from './markOdds.ts';
import { isPlain } from './pictureEvidence.ts';
import {
  ALL_KEPT_MIN,
  ANOTHER_SHOT_LOG_ODDS_MIN,
  BAD_NCC_FRACTION_MAX,
  CONTINUED,
  DOUBTFUL_STRENGTH_MAX,
  INLIERS_MIN,
  RECOLOURED_MIN,
  REGISTERED_KEYPOINTS_MIN,
  REGISTERED_SIDE_MIN,
  SAME_LUMA_MAX,
  SAME_STRUCTURE_MIN,
  SAME_STRUCTURE_STRENGTH_MAX,
  WHOLE_COPY_MIN,
  WHOLE_VISIBLE_MIN,
} from './thresholds.ts';

/** Is there a changed region? The comparison itself leaves out what chance makes. */
export const hasChangedRegion = ({ largestRegionFraction }: ComparisonFacts): boolean => largestRegionFraction > 0;
/** Does a region show everything that the stored picture shows there, in its colours? */
export const keepsContent = ({ changedColour, keptDetail }: ComparisonFacts): boolean =>
  Math.min(changedColour.structure, keptDetail ?? 0) > ALL_KEPT_MIN && changedColour.chroma < RECOLOURED_MIN;
/** And is it about as bright? */
export const looksTheSame = (comparison: ComparisonFacts): boolean =>
  keepsContent(comparison) && comparison.changedColour.luma < SAME_LUMA_MAX;
/** Does it show what the stored picture shows there, drawn a little otherwise? */
const isSameContent = (comparison: ComparisonFacts): boolean =>
  comparison.changeStrength < SAME_STRUCTURE_STRENGTH_MAX &&
  comparison.changedColour.chroma < RECOLOURED_MIN &&
  (comparison.changedColour.structure > SAME_STRUCTURE_MIN || keepsContent(comparison));
/**
 * Is a changed region too weak to accuse anyone, rather none than one; does it show what was there; or may it, beside what was done to
 * the whole picture, be more of the same, or of the same light?
 */
const isWeak = (comparison: ComparisonFacts): boolean =>
  editProbabilityOf(comparison.changeStrength) < 0.5 ||
  isSameContent(comparison) ||
  isColouredLight(comparison) ||
  (keepsStructure(comparison) &&
    (comparison.backgroundChange > 1 || (comparison.tone.changed && isLight(comparison)))) ||
  (comparison.backgroundChange > 1 && comparison.changeStrength < DOUBTFUL_STRENGTH_MAX);
/** Does a region differ, and is it no proof that anybody changed it? Of several each must be none: light in one place excuses no other. */
export const isDoubtful = (copy: Copy): boolean =>
  [copy.comparison.changedColour, ...copy.comparison.coloursApart].every((changedColour) => {
    const comparison = { ...copy.comparison, changedColour };
    return isWeak(comparison) || keepsMark({ ...copy, comparison });
  });
/** A region that was changed is no part of what the odds are of, and itself speaks for a copy: then they must say more. */
export function isAnotherShot(copy: Copy): boolean {
  const isEdited = hasChangedRegion(copy.comparison) && !isDoubtful(copy);
  const least = isEdited ? ANOTHER_SHOT_LOG_ODDS_MIN.edited : ANOTHER_SHOT_LOG_ODDS_MIN.whole;
  return (anotherShotOdds(copy) ?? 0) > least;
}
/** Does the picture show all of the stored one? */
export const isWhole = ({ geometry }: ComparisonFacts): boolean => geometry.visibleFraction >= WHOLE_VISIBLE_MIN;

/** Does its scene go on around it, as in an uncropped original or in one that was extended? */
export const isContinued = ({ foreignFraction, continuation }: ComparisonFacts): boolean =>
  foreignFraction > CONTINUED.foreignMin && continuation > CONTINUED.continuationMin;

/** Could the two be registered, and do they show the same thing? */
export const isSamePicture = (
  registration: Pick<RegistrationFacts, 'inliers'> | null | undefined,
  comparison: Pick<ComparisonFacts, 'badNccFraction'> | null | undefined,
): boolean =>
  registration != null &&
  comparison != null &&
  registration.inliers >= INLIERS_MIN &&
  comparison.badNccFraction < BAD_NCC_FRACTION_MAX;

/**
 * Is an unmarked picture the whole of that stored one and nothing but it, unchanged as far as one can see? Then it needs no search
 * for pictures that it shows a part of, or that are a part of it.
 */
export const isWholeCopy = (
  registration: Pick<RegistrationFacts, 'inliers'> | null,
  comparison: ComparisonFacts | null,
  payloadZScore: number | null,
): boolean =>
  comparison !== null &&
  isSamePicture(registration, comparison) &&
  !hasChangedRegion(comparison) &&
  comparison.overlays.length === 0 &&
  Math.min(comparison.coverage, comparison.geometry.visibleFraction) >= WHOLE_COPY_MIN &&
  (anotherShotOdds({ candidate: { payloadZScore }, comparison, isMarked: false }) ?? 0) <=
    ANOTHER_SHOT_LOG_ODDS_MIN.whole;

/** A candidate that was registered and whose dense check says: the same picture. */
export interface Copy {
  readonly candidate: CandidateEvidence;
  readonly registration: RegistrationFacts;
  readonly comparison: ComparisonFacts;
  /** A track's payload names it. */
  readonly isMarked: boolean;
}

export interface Reading {
  readonly evidence: Evidence;
  /** The copy that explains the picture best, or null. */
  readonly match: Copy | null;
  /** A payload names this asset, and no comparison shows that the picture is a copy of it. */
  readonly claimedFrom: CandidateEvidence | null;
  /** A payload names this asset, but the picture is too plain, its fingerprint agreeing, or too small to be registered. */
  readonly unaligned: CandidateEvidence | null;
  /** A payload names this asset, of which no stored picture is at hand. */
  readonly uncompared: CandidateEvidence | null;
  /** Registered, but another picture of the same scene. */
  readonly similarScene: CandidateEvidence | null;
  /** The stored asset at issue: of the exact file, else of the match. */
  readonly asset: AssetEvidence | null;
}

/** Assets that a payload names. */
export function namedAssets({ tracks }: Pick<Evidence, 'tracks'>): ReadonlySet<string> {
  const named = new Set<string>();
  for (const { detected, assetId } of tracks) if (detected && assetId !== null) named.add(assetId);
  return named;
}

export function asCopy(candidate: CandidateEvidence, isMarked: boolean): Copy | null {
  const { registration, comparison } = candidate;
  if (!candidate.compared || !registration || !comparison || !isSamePicture(registration, comparison)) return null;
  return { candidate, registration, comparison, isMarked };
}

/** Marked before unmarked, intact before edited, then the better witnessed. */
function byExplanation(a: Copy, b: Copy): number {
  if (a.isMarked !== b.isMarked) return a.isMarked ? -1 : 1;
  const isEdited = (copy: Copy): boolean => hasChangedRegion(copy.comparison);
  if (isEdited(a) !== isEdited(b)) return isEdited(a) ? 1 : -1;
  if (a.registration.inliers !== b.registration.inliers) return b.registration.inliers - a.registration.inliers;
  return a.candidate.assetId < b.candidate.assetId ? -1 : 1;
}

export function readEvidence(evidence: Evidence): Reading {
  const named = namedAssets(evidence);
  const copies: Copy[] = [];
  let claimedFrom: CandidateEvidence | null = null;
  let unaligned: CandidateEvidence | null = null;
  let similarScene: CandidateEvidence | null = null;
  let uncompared: CandidateEvidence | null = null;
  const { picture } = evidence;
  const isHardToRegister = Math.min(picture.width, picture.height) < REGISTERED_SIDE_MIN || isPlain(picture);
  for (const candidate of evidence.candidates) {
    const isMarked = named.has(candidate.assetId);
    const copy = asCopy(candidate, isMarked);
    if (copy) copies.push(copy);
    else if (candidate.compared) {
      const isSoft = (candidate.keypoints ?? Number.POSITIVE_INFINITY) < REGISTERED_KEYPOINTS_MIN;
      const isAlike = isHardToRegister || isSoft || (candidate.similarity ?? 0) >= SIMILARITY_THRESHOLD;
      if (isMarked && candidate.registration === null && isAlike) unaligned ??= candidate;
      else if (isMarked) claimedFrom ??= candidate;
      else if ((candidate.registration?.inliers ?? 0) >= INLIERS_MIN) similarScene ??= candidate;
    } else if (isMarked) uncompared ??= candidate;
  }
  const match = copies.sort(byExplanation)[0] ?? null;
  return {
    evidence,
    match,
    claimedFrom,
    unaligned,
    uncompared,
    similarScene,
    asset: evidence.exact ?? match?.candidate ?? null,
  };
}
