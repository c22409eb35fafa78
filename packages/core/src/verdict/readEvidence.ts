/**
 * What the evidence says in the terms of the rules: which stored asset the picture is a copy of, and whether a mark
 * claims one that it is not.
 * @module
 */
import { SIMILARITY_THRESHOLD } from '../fingerprint/calibration.ts';
import type { ComparisonFacts } from '../tamper/comparison.ts';
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
export const isDoubtful = ({ changeStrength, backgroundChange }: ComparisonFacts): boolean =>
  backgroundChange > 1 && changeStrength < DOUBTFUL_STRENGTH_MAX;
/** What is laid over a picture may take this fraction of it; below more than that too little is left to vouch for the whole. */
export const OVERLAY_FRACTION_MAX = 1 / 3;
/**
 * Log-odds from which an unmarked match is another shot and no copy, and what a mark that should be there and is not adds to them;
 * bench/verdict/wild/pairs.
 */
export const ANOTHER_SHOT_LOG_ODDS_MIN = 1.25;
export const MISSING_MARK_LOG_ODDS = 0.75;
/** Foreign content, fraction of the query, above which a copy is one part of a composite. */
export const FOREIGN_FRACTION_MAX = 0.5;

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
  return anotherShotLogOdds(shot) + (payloadZScore === null ? 0 : MISSING_MARK_LOG_ODDS);
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
