/**
 * What the mark says of a match: whether it is another shot of the scene, and whether a region that differs still holds it.
 * docs/decisions/0019-another-shot.md, docs/decisions/0020-mark-in-changed-regions.md.
 * @module
 */
import type { ComparisonFacts } from '../tamper/comparison.ts';
import { KNOWN_PAYLOAD_Z_MIN } from '../watermark/fusion/knownPayloadDetection.ts';
import { markLogLikelihood } from '../watermark/presence/markInRegion.ts';
import { anotherShotLogOdds } from './anotherShot.ts';
import { codedLogOdds } from './codedOdds.ts';
import type { CandidateEvidence } from './evidence.ts';
import { isLight } from './lightChange.ts';
import { treatedLogOdds } from './treatedOdds.ts';
import {
  KEPT_STRUCTURE_MIN,
  MARK_KEPT_MIN,
  MARK_WHOLE_MIN,
  MARK_WHOLE_SHARE_MIN,
  RECOLOURED_MIN,
  SAME_LUMA_MAX,
  UNEXCUSED_STRENGTH_MIN,
  UNMARKED_COPIES,
  WORN_COPIES,
} from './thresholds.ts';

interface ComparedRegions {
  readonly candidate: Pick<CandidateEvidence, 'markInRegion'>;
  readonly comparison: Pick<ComparisonFacts, 'changedColour' | 'changeStrength' | 'whole'>;
}

/**
 * Is the mark of the asset still there in the very regions that differ, and what the stored picture shows there to be seen? Then their content
 * was not replaced. A region that was replaced in part holds the mark of the rest. What is recoloured keeps its mark too.
 */
export const keepsMark = ({ candidate: { markInRegion }, comparison }: ComparedRegions): boolean =>
  markInRegion !== null &&
  markLogLikelihood(markInRegion) > MARK_KEPT_MIN &&
  comparison.changedColour.structure > KEPT_STRUCTURE_MIN &&
  ((comparison.changedColour.chroma < RECOLOURED_MIN && comparison.changeStrength < UNEXCUSED_STRENGTH_MIN) ||
    isLight(comparison));

interface ComparedShots {
  readonly candidate: Pick<CandidateEvidence, 'payloadZScore'>;
  readonly comparison: Pick<ComparisonFacts, 'shot' | 'whole' | 'tone'>;
  readonly isMarked: boolean;
}

/** Is it there undiminished, in a region about as bright as the stored one? Then what differs is ink or a codec, and no other content. */
export const keepsWholeMark = (copy: ComparedRegions): boolean => {
  const { markInRegion } = copy.candidate;
  if (markInRegion === null || !keepsMark(copy) || copy.comparison.changedColour.luma >= SAME_LUMA_MAX) return false;
  const { held, power } = markInRegion;
  return markLogLikelihood(markInRegion) > MARK_WHOLE_MIN && held > MARK_WHOLE_SHARE_MIN * power;
};

/**
 * Log-odds that a match is another shot of the same scene; null where its mark says that it is a copy, or nothing can be told. Other
 * shots carry no mark.
 */
export function anotherShotOdds({ candidate: { payloadZScore }, comparison, isMarked }: ComparedShots): number | null {
  const { shot } = comparison;
  if (isMarked || shot === null || (payloadZScore ?? 0) >= KNOWN_PAYLOAD_Z_MIN) return null;
  const mark = payloadZScore === null ? 0 : markLogOdds(payloadZScore);
  return anotherShotLogOdds(shot) + codedLogOdds(shot.coded) + treatedLogOdds(comparison) + mark;
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
