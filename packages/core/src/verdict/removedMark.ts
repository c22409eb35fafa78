/**
 * Was the mark of a copy removed? A picture that matches a marked asset and holds nothing of its mark was changed so much that no mark
 * lives through it, or changed for the mark's sake. How much it was changed the comparison tells without the mark: by the fine
 * detail that the two still share. So with U = "no track is read, and what is left of the known payload may be chance", and x what is
 * shared, the likelihood that counts is
 *     P(U | honest copy, x) = 1 / (1 + exp(-(b + w . f(x)))),
 * fitted to honest edits of marked photos. Where it is small and U is true, honest editing explains it badly. It is evidence for
 * people, and no rule rests on it: a copy of the unmarked original lacks the mark as well. A mark that stands out with the wrong sign
 * was subtracted too strongly; no honest edit does that, and no unmarked picture has it.
 * Fit and measurement: bench/verdict/removal.
 * @module
 */
import type { BandAgreement } from '../tamper/anotherShot/sharedDetail.ts';
import type { ComparisonFacts } from '../tamper/comparison.ts';
import { KNOWN_PAYLOAD_Z_MIN } from '../watermark/fusion/knownPayloadDetection.ts';
import type { CandidateEvidence } from './evidence.ts';
import { UNREAD_MODEL } from './generated/unreadModel.ts';

/**
 * z-score of the known payload from which on something is left of it: chance reaches it in one picture of a thousand. A worn mark stands
 * between this and the z-score that is believed; of it nothing is said.
 */
export const MARK_LEFT_Z_MIN = 3;
/** Coherences near 1 differ by chance only. */
const COHERENCE_MAX = 0.9995;
const SLOPE_CHANGE_MAX = 2;
/** Less of the reference, along a side, was not measured: of smaller pictures marks are lost more easily, px. */
const SHOWN_SIDE_MIN = 190;

const clamped = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
const shared = ({ coherence }: BandAgreement): number => Math.atanh(clamped(coherence, -0.5, COHERENCE_MAX));
const slopeChange = ({ slope }: BandAgreement): number => Math.min(Math.abs(slope - 1), SLOPE_CHANGE_MAX);

type Compared = Pick<ComparisonFacts, 'shot' | 'geometry'>;

/** What tells how much of a mark can be left, by name; null where too little of the picture can be judged. */
export function channelFeatures({ shot, geometry }: Compared): Readonly<Record<string, number>> | null {
  const { scale, cropBox } = geometry;
  if (shot === null || Math.sqrt(cropBox.w * cropBox.h) < SHOWN_SIDE_MIN) return null;
  const { quiet, textured } = shot.detail;
  return {
    texturedFine: shared(textured[0]),
    texturedMiddle: shared(textured[1]),
    texturedCoarse: shared(textured[2]),
    quietFine: shared(quiet[0]),
    quietMiddle: shared(quiet[1]),
    slopeChange: slopeChange(textured[1]),
    /** ln of the scale, of a copy that is smaller than the reference. */
    reduction: Math.min(0, Math.log(Math.max(0.05, scale))),
  };
}

/** P(U | honest copy, x); null where that cannot be told. */
export function unreadProbability(compared: Compared): number | null {
  const features = channelFeatures(compared);
  if (features === null) return null;
  const { bias, weights } = UNREAD_MODEL;
  const sum = Object.entries(weights).reduce((all, [name, weight]) => all + weight * (features[name] as number), bias);
  return 1 / (1 + Math.exp(-sum));
}

export interface RemovedMark {
  /** How often honest copies that share as much detail hold nothing of their mark. */
  readonly honestProbability: number;
  /** It stands out with the wrong sign: somebody took more of it away than there was. */
  readonly isSubtracted: boolean;
}

/**
 * Null unless the picture holds nothing of the mark of the asset and honest editing explains that badly.
 * @param candidate of a picture in which no track was read; `payloadZScore` is null where the asset has no mark
 */
export function removedMark({
  payloadZScore,
  comparison,
}: Pick<CandidateEvidence, 'payloadZScore' | 'comparison'>): RemovedMark | null {
  if (payloadZScore === null || payloadZScore >= MARK_LEFT_Z_MIN || comparison === null) return null;
  const honestProbability = unreadProbability(comparison);
  if (honestProbability === null) return null;
  const isSubtracted = payloadZScore <= -KNOWN_PAYLOAD_Z_MIN;
  if (!isSubtracted && honestProbability > UNREAD_MODEL.probabilityMax) return null;
  return { honestProbability, isSubtracted };
}
