/**
 * What the evidence says in the terms of the rules: which stored asset the picture is a copy of, and whether a mark
 * claims one that it is not.
 * @module
 */
import { SIMILARITY_THRESHOLD } from '../fingerprint/calibration.ts';
import type { ComparisonFacts } from '../tamper/comparison.ts';
import { markLogLikelihood } from '../watermark/presence/markInRegion.ts';
import { KNOWN_PAYLOAD_Z_MIN } from '../watermark/fusion/knownPayloadDetection.ts';
import { anotherShotLogOdds } from './anotherShot.ts';
import type { AssetEvidence, CandidateEvidence, Evidence, RegistrationFacts } from './evidence.ts';

/** Inliers from which a registration counts; unrelated photos stay below, bench/verdict (docs/decisions/0004-registration-and-tamper.md). */
export const INLIERS_MIN = 7;
/** Bad-NCC fraction from which two registered pictures are two pictures of one scene; shared recipe, bench/verdict. */
export const BAD_NCC_FRACTION_MAX = 0.5;
/** Changed region, fraction of the overlap, above which it is no longer called small; bench/verdict. */
export const REGION_FRACTION_FORGED = 0.008;
/** Is there a changed region? The comparison itself leaves out what chance makes. */
export const hasChangedRegion = ({ largestRegionFraction }: ComparisonFacts): boolean => largestRegionFraction > 0;
/** In a picture that differs everywhere, a region that stands out by less than this is no proof of an edit; bench/verdict/wild. */
export const DOUBTFUL_STRENGTH_MAX = 1.35;
/** Is a changed region too weak, beside what was done to the whole picture, to accuse anyone? */
const isWeak = ({ changeStrength, backgroundChange }: ComparisonFacts): boolean =>
  backgroundChange > 1 && changeStrength < DOUBTFUL_STRENGTH_MAX;
/**
 * Log-likelihood from which the mark is said to be there in the changed regions; and what it does not excuse, since recolouring spares
 * it: a mean change of chroma, levels, or a difference of this strength; bench/verdict/wild.
 */
export const MARK_KEPT_MIN = 2;
export const RECOLOURED_MIN = 12;
export const UNEXCUSED_STRENGTH_MIN = 3;
/**
 * Is the mark of the asset still there in the very regions that differ? Then their content was not replaced. What is recoloured keeps its
 * mark too.
 */
export const keepsMark = ({
  candidate: { markInRegion },
  comparison: { changedColour, changeStrength },
}: Copy): boolean =>
  markInRegion !== null &&
  markLogLikelihood(markInRegion) > MARK_KEPT_MIN &&
  changedColour.chroma < RECOLOURED_MIN &&
  changeStrength < UNEXCUSED_STRENGTH_MIN;
/** Does a region differ, and is it no proof that anybody changed it? */
export const isDoubtful = (copy: Copy): boolean => isWeak(copy.comparison) || keepsMark(copy);
/** What is laid over a picture may take this fraction of it; below more than that too little is left to vouch for the whole. */
export const OVERLAY_FRACTION_MAX = 1 / 3;
/** Log-odds from which an unmarked match is another shot and no copy; bench/verdict/wild/pairs. */
export const ANOTHER_SHOT_LOG_ODDS_MIN = 1.25;
/**
 * Of copies so many are taken to be of the picture as it was before it was marked: the more, the more other shots pass for copies, and
 * the fewer worn copies of unmarked pictures are told as another shot; bench/verdict/wild, halves `tune`.
 */
const UNMARKED_COPIES = 0.13;
/** Of copies of the delivered file so many agree with its mark by a z-score below the one that is believed, all the same alike. */
const WORN_COPIES = 0.03;
/** Foreign content, fraction of the query, above which a copy is one part of a composite. */
export const FOREIGN_FRACTION_MAX = 0.5;
/** A copy of which so much shows is whole; resampling and a thin frame take the rest. */
const WHOLE_VISIBLE_MIN = 0.95;
/** Does the picture show all of the stored one? */
export const isWhole = ({ geometry }: ComparisonFacts): boolean => geometry.visibleFraction >= WHOLE_VISIBLE_MIN;

/** Could the two be registered, and do they show the same thing? */
export const isSamePicture = (
  registration: Pick<RegistrationFacts, 'inliers'> | null | undefined,
  comparison: Pick<ComparisonFacts, 'badNccFraction'> | null | undefined,
): boolean =>
  registration != null &&
  comparison != null &&
  registration.inliers >= INLIERS_MIN &&
  comparison.badNccFraction < BAD_NCC_FRACTION_MAX;

interface ComparedShots {
  readonly candidate: Pick<CandidateEvidence, 'payloadZScore'>;
  readonly comparison: Pick<ComparisonFacts, 'shot'>;
  readonly isMarked: boolean;
}

/**
 * Log-odds that a match is another shot of the same scene; null where its mark says that it is a copy, or nothing can be told. Other
 * shots carry no mark.
 */
export function anotherShotOdds({
  candidate: { payloadZScore },
  comparison: { shot },
  isMarked,
}: ComparedShots): number | null {
  if (isMarked || shot === null || (payloadZScore ?? 0) >= KNOWN_PAYLOAD_Z_MIN) return null;
  return anotherShotLogOdds(shot) + (payloadZScore === null ? 0 : markLogOdds(payloadZScore));
}

/**
 * What the mark says of a match in which it was not read, as log-odds of another shot: ln p(z | other) / p(z | copy). Without the mark z
 * is normal; a worn mark leaves it anywhere between 0 and the z-score that is believed.
 */
export function markLogOdds(z: number): number {
  const chance = Math.exp(-(z ** 2) / 2) / Math.sqrt(2 * Math.PI);
  const worn = z > 0 ? WORN_COPIES / KNOWN_PAYLOAD_Z_MIN : 0;
  return Math.log(chance) - Math.log(UNMARKED_COPIES * chance + (1 - UNMARKED_COPIES) * worn);
}

/** Of what is covered by the other picture, both ways, at least; the rest is the rim that resampling leaves. */
const WHOLE_MIN = 0.98;

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
  Math.min(comparison.coverage, comparison.geometry.visibleFraction) >= WHOLE_MIN &&
  (anotherShotOdds({ candidate: { payloadZScore }, comparison, isMarked: false }) ?? 0) <= ANOTHER_SHOT_LOG_ODDS_MIN;

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
  /** A payload names this asset and the picture is another one. */
  readonly transplantedFrom: CandidateEvidence | null;
  /** A payload names this asset, its fingerprint agrees, but the pictures are too plain to be registered. */
  readonly unaligned: CandidateEvidence | null;
  /** A payload names this asset, of which no stored picture is at hand. */
  readonly uncompared: CandidateEvidence | null;
  /** Registered, but another picture of the same scene. */
  readonly similarScene: CandidateEvidence | null;
  /** The stored asset at issue: of the exact file, else of the match. */
  readonly asset: AssetEvidence | null;
}

function asCopy(candidate: CandidateEvidence, isMarked: boolean): Copy | null {
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
  const named = new Set<string>();
  for (const track of evidence.tracks) if (track.detected && track.assetId !== null) named.add(track.assetId);
  const copies: Copy[] = [];
  let transplantedFrom: CandidateEvidence | null = null;
  let unaligned: CandidateEvidence | null = null;
  let similarScene: CandidateEvidence | null = null;
  let uncompared: CandidateEvidence | null = null;
  for (const candidate of evidence.candidates) {
    const isMarked = named.has(candidate.assetId);
    const copy = asCopy(candidate, isMarked);
    if (copy) copies.push(copy);
    else if (candidate.compared) {
      const isAlike = candidate.registration === null && (candidate.similarity ?? 0) >= SIMILARITY_THRESHOLD;
      if (isMarked && isAlike) unaligned ??= candidate;
      else if (isMarked) transplantedFrom ??= candidate;
      else if ((candidate.registration?.inliers ?? 0) >= INLIERS_MIN) similarScene ??= candidate;
    } else if (isMarked) uncompared ??= candidate;
  }
  const match = copies.sort(byExplanation)[0] ?? null;
  return {
    evidence,
    match,
    transplantedFrom,
    unaligned,
    uncompared,
    similarScene,
    asset: evidence.exact ?? match?.candidate ?? null,
  };
}
