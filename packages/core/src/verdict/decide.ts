/**
 * From evidence to verdict by an ordered table of rules; the first that fits wins. Pure: a logged `Evidence` replays to
 * the same decision. What never makes a picture `forged`: an untrusted C2PA signer, stripped metadata, a missing mark.
 * docs/reference/verdicts.md lists the rules for readers.
 * @module
 */
import {
  anotherShotProbability,
  asConfidence,
  CONFIDENCE,
  compositeProbability,
  copyProbability,
  editProbability,
  missedMatchProbability,
} from './confidence.ts';
import type { AssetEvidence, CandidateEvidence, Evidence } from './evidence.ts';
import { whyUnrecognisable } from './pictureEvidence.ts';
import { type ShotStatistic, speakingStatistics } from './anotherShot.ts';
import { anotherShotOdds, keepsMark, keepsWholeMark } from './markOdds.ts';
import {
  type Copy,
  hasChangedRegion,
  isAnotherShot,
  isContinued,
  isDoubtful,
  isWhole,
  looksTheSame,
  type Reading,
  readEvidence,
} from './readEvidence.ts';
import { isSavedAnew } from './savedAnew.ts';
import { lacksDetail, lacksMark } from './replacedContent.ts';
import { REGION_FRACTION_FORGED, FOREIGN_FRACTION_MAX, OVERLAY_FRACTION_MAX } from './thresholds.ts';

export type Verdict = 'authentic' | 'forged' | 'unknown';

export interface Rule {
  readonly id: string;
  readonly when: (reading: Reading) => boolean;
  readonly verdict: Verdict;
  /** 0..1 where `when` holds. */
  readonly confidence: (reading: Reading) => number;
  /** One sentence for people. */
  readonly why: string;
}

export interface Decision {
  readonly verdict: Verdict;
  readonly isAuthentic: boolean;
  /** Finite, 0..1: how sure the service is of this verdict. */
  readonly confidence: number;
  readonly ruleId: string;
  /** One or two sentences naming the evidence. */
  readonly details: string;
  /** The same without what was measured against a stored asset. */
  readonly plainDetails: string;
  /** All rules that fit, in order; the first is `ruleId`. */
  readonly firedRules: readonly string[];
  /** The stored asset that the verdict is about; null if there is none. */
  readonly assetId: string | null;
  /** When the owner withdrew that asset, ISO 8601; null if it stands. */
  readonly revokedAt: string | null;
}

const isBroken = (asset: AssetEvidence | null): boolean =>
  asset?.commitment != null && !(asset.commitment.hashFits && asset.commitment.signatureValid);

const holds = (match: Copy | null, test: (copy: Copy) => boolean): boolean => match !== null && test(match);

const ofMatch = (value: (copy: Copy) => number) => (reading: Reading) => (reading.match ? value(reading.match) : 0);

const copyIntact = (copy: Copy): number => copyProbability(copy) * (1 - editProbability(copy));
const copyEdited = (copy: Copy): number => copyProbability(copy) * editProbability(copy);

/** Whose mark the picture carries although it shows something else; null where it is rather a copy that changed all over. */
const transplantedFrom = ({ claimedFrom }: Reading): CandidateEvidence | null =>
  claimedFrom !== null && missedMatchProbability(claimedFrom) < 0.5 ? claimedFrom : null;

const unalignedWith = ({ unaligned, claimedFrom }: Reading): CandidateEvidence | null => unaligned ?? claimedFrom;

export const RULES = [
  {
    id: 'exact',
    when: ({ evidence: { exact } }) => exact !== null && exact.revokedAt === null && !isBroken(exact),
    verdict: 'authentic',
    confidence: () => 1,
    why: 'The file is, byte for byte, a file that this service stores or delivered.',
  },
  {
    id: 'exact-withdrawn',
    when: ({ evidence: { exact } }) => exact !== null && exact.revokedAt !== null && !isBroken(exact),
    verdict: 'authentic',
    confidence: () => 1,
    why: 'The file is, byte for byte, a file of an asset that its owner has withdrawn.',
  },
  {
    id: 'commitment-broken',
    when: ({ asset }) => isBroken(asset),
    verdict: 'forged',
    confidence: () => CONFIDENCE.commitmentBroken,
    why: 'The recorded commitment does not fit the stored asset: its hash or its signature is wrong.',
  },
  {
    id: 'mark-transplanted',
    when: (reading) => transplantedFrom(reading) !== null,
    verdict: 'forged',
    confidence: ({ claimedFrom }) => 1 - missedMatchProbability(claimedFrom),
    why: 'The picture carries the mark of a stored asset but shows something else: the mark was transplanted.',
  },
  {
    id: 'another-shot',
    when: ({ match }) => holds(match, isAnotherShot),
    verdict: 'unknown',
    confidence: ofMatch((copy) => anotherShotProbability(anotherShotOdds(copy) ?? 0)),
    why: 'The picture shows what a stored asset shows, but does not share its fine detail: it seems to be another picture of the same scene.',
  },
  {
    id: 'local-edit',
    when: ({ match }) =>
      holds(match, (copy) => copy.comparison.largestRegionFraction > REGION_FRACTION_FORGED && !isDoubtful(copy)),
    verdict: 'forged',
    confidence: ofMatch(copyEdited),
    why: 'The picture is a copy of a stored asset in which a region was changed.',
  },
  {
    id: 'composite',
    when: ({ match }) =>
      holds(
        match,
        ({ comparison }) =>
          comparison.foreignFraction > FOREIGN_FRACTION_MAX && !isWhole(comparison) && !isContinued(comparison),
      ),
    verdict: 'forged',
    confidence: ofMatch((copy) => copyProbability(copy) * compositeProbability(copy)),
    why: 'A part of a stored asset was put into another picture; most of it shows other content.',
  },
  {
    id: 'content-credentials-broken',
    when: ({ evidence, match }) => evidence.c2pa.bindingBroken && holds(match, (copy) => !isSavedAnew(copy)),
    verdict: 'forged',
    confidence: () => CONFIDENCE.credentialsBroken,
    why: 'The picture matches a stored asset, but its content credentials were signed over other bytes.',
  },
  {
    id: 'local-edit-small',
    when: ({ match }) => holds(match, (copy) => hasChangedRegion(copy.comparison) && !isDoubtful(copy)),
    verdict: 'forged',
    confidence: ofMatch(copyEdited),
    why: 'The picture is a copy of a stored asset in which a small region seems to have been changed.',
  },
  {
    id: 'mark-missing',
    when: ({ match }) => holds(match, lacksMark),
    verdict: 'forged',
    confidence: ofMatch(copyEdited),
    why: 'The picture is a copy of a stored asset; a region differs and lacks the mark that the rest of the picture holds: its content was replaced.',
  },
  {
    id: 'detail-missing',
    when: ({ match }) => holds(match, lacksDetail),
    verdict: 'forged',
    confidence: ofMatch(copyEdited),
    why: 'The picture is a copy of a stored asset; a region differs and shows nothing of the detail that the rest of the picture shares with it: its content was replaced.',
  },
  {
    id: 'mark-whole',
    when: ({ match }) =>
      holds(match, (copy) => copy.isMarked && hasChangedRegion(copy.comparison) && keepsWholeMark(copy)),
    verdict: 'authentic',
    confidence: ofMatch((copy) => Math.min(CONFIDENCE.markWhole, copyProbability(copy))),
    why: 'The picture carries the mark of a stored asset, also in the region that differs from it: its content was not replaced.',
  },
  {
    id: 'content-kept',
    when: ({ match }) => holds(match, (copy) => hasChangedRegion(copy.comparison) && looksTheSame(copy.comparison)),
    verdict: 'authentic',
    confidence: ofMatch((copy) => Math.min(CONFIDENCE.contentKept, copyProbability(copy))),
    why: 'The picture is a copy of a stored asset; a region looks a little different, but shows everything that was there: its content was not replaced.',
  },
  {
    id: 'mark-kept',
    when: ({ match }) => holds(match, (copy) => hasChangedRegion(copy.comparison) && keepsMark(copy)),
    verdict: 'unknown',
    confidence: () => CONFIDENCE.doubtful,
    why: 'The picture is a copy of a stored asset; a region differs, but still holds the mark: its content seems not to have been replaced.',
  },
  {
    id: 'doubtful-change',
    when: ({ match }) => holds(match, ({ comparison }) => hasChangedRegion(comparison)),
    verdict: 'unknown',
    confidence: () => CONFIDENCE.doubtful,
    why: 'The picture is a copy of a stored asset; a region of it differs, but whether it was changed by itself, and not with the whole picture, cannot be told.',
  },
  {
    id: 'continued',
    when: ({ match }) => holds(match, ({ comparison }) => isContinued(comparison)),
    verdict: 'unknown',
    confidence: () => CONFIDENCE.doubtful,
    why: 'The picture shows a stored asset, unchanged, and more of its scene around it, which the asset does not show.',
  },
  {
    id: 'one-of-several',
    when: ({ match }) => holds(match, ({ comparison }) => comparison.foreignFraction > FOREIGN_FRACTION_MAX),
    verdict: 'unknown',
    confidence: ofMatch((copy) => copyProbability(copy) * compositeProbability(copy)),
    why: 'The picture shows a whole stored asset, unchanged, beside other content that fills most of it.',
  },
  {
    id: 'mostly-covered',
    when: ({ match }) => holds(match, ({ comparison }) => comparison.overlayFraction > OVERLAY_FRACTION_MAX),
    verdict: 'unknown',
    confidence: () => CONFIDENCE.doubtful,
    why: 'The picture agrees with a stored asset where it can be seen, but more than a third of it is covered.',
  },
  {
    id: 'copy-marked',
    when: ({ match }) => holds(match, ({ isMarked }) => isMarked),
    verdict: 'authentic',
    confidence: ofMatch((copy) => Math.min(CONFIDENCE.markedMax, copyIntact(copy))),
    why: 'The picture carries the mark of a stored asset and agrees with it everywhere.',
  },
  {
    id: 'copy-unmarked',
    when: ({ match }) => match !== null,
    verdict: 'authentic',
    confidence: ofMatch((copy) => Math.min(CONFIDENCE.unmarkedMax, CONFIDENCE.edit.unmarkedMax, copyIntact(copy))),
    why: 'The picture agrees with a stored asset everywhere, though no mark was found in it.',
  },
  {
    id: 'mark-unaligned',
    when: (reading) => unalignedWith(reading) !== null,
    verdict: 'unknown',
    confidence: (reading) => 1 - missedMatchProbability(unalignedWith(reading)),
    why: 'The picture carries the mark of a stored asset, but is too small, too plain or too much altered as a whole to be compared with it.',
  },
  {
    id: 'mark-uncompared',
    when: ({ evidence: { exact }, uncompared }) => exact === null && uncompared !== null,
    verdict: 'unknown',
    confidence: ({ uncompared }) => 1 - missedMatchProbability(uncompared),
    why: 'The picture carries the mark of a stored asset whose pictures are not at hand to compare it with.',
  },
  {
    id: 'similar-scene',
    when: ({ similarScene }) => similarScene !== null,
    verdict: 'unknown',
    confidence: ({ similarScene }) => 1 - missedMatchProbability(similarScene),
    why: 'A stored asset shows a similar scene, but the picture is not a copy of it.',
  },
  {
    id: 'nothing-found',
    when: () => true,
    verdict: 'unknown',
    confidence: ({ evidence }) =>
      1 - Math.max(missedMatchProbability(null), ...evidence.candidates.map(missedMatchProbability)),
    why: 'No stored asset matches the picture.',
  },
] as const satisfies readonly Rule[];

const percent = (fraction: number): string => `${(100 * fraction).toFixed(fraction < 0.1 ? 1 : 0)} %`;

/** What of the picture itself keeps it from being recognised, where nothing was. */
const hindrance = ({ evidence: { exact, picture }, match }: Reading): string =>
  exact || match ? '' : (whyUnrecognisable(picture) ?? '');

const OF_STATISTICS: Readonly<Record<ShotStatistic, string>> = {
  detail: 'noise and fine detail of quiet places are others',
  parallax: 'places lie displaced as no bend of the whole picture explains',
  moved: 'what differs is shown elsewhere by the other picture',
};

/** Which statistics speak for another shot, in words. */
function whatSpeaks({ comparison: { shot } }: Copy): string {
  const said = shot === null ? [] : speakingStatistics(shot).map((name) => OF_STATISTICS[name]);
  return said.length === 0 ? ' Only all signs together say so.' : ` What says so: ${said.join('; ')}.`;
}

/** The numbers behind the sentence; empty where the sentence says it all. */
function particulars(reading: Reading, ruleId: string): string {
  const { evidence, match, asset } = reading;
  if (!evidence.exact && !match) return hindrance(reading);
  if (evidence.exact?.revokedAt) return `Withdrawn by owner on ${evidence.exact.revokedAt}.`;
  if (evidence.exact || !match) return '';
  const { inliers } = match.registration;
  const { largestRegionFraction, coverage, overlayFraction } = match.comparison;
  const laidOver =
    overlayFraction > 0 ? `; ${percent(overlayFraction)} of that is covered by what was laid over it` : '';
  const withdrawn = asset?.revokedAt ? ` Asset withdrawn by owner on ${asset.revokedAt}.` : '';
  return (
    `${inliers} matched points over ${percent(coverage)} of the picture, ` +
    `largest changed region ${percent(largestRegionFraction)} of what both show${laidOver}.${ruleId === 'another-shot' ? whatSpeaks(match) : ''}${withdrawn}`
  );
}

/** Judges. Never throws for evidence of the declared shape. */
export function decide(evidence: Evidence): Decision {
  const reading = readEvidence(evidence);
  const fired: readonly Rule[] = RULES.filter((rule) => rule.when(reading));
  // The last rule always fits.
  const rule = fired[0] as Rule;
  const isTransplant = rule.id === 'mark-transplanted';
  const asset = isTransplant ? reading.claimedFrom : (reading.asset ?? unalignedWith(reading) ?? reading.uncompared);
  return {
    verdict: rule.verdict,
    isAuthentic: rule.verdict === 'authentic',
    confidence: asConfidence(rule.confidence(reading)),
    ruleId: rule.id,
    details: `${rule.why} ${isTransplant ? '' : particulars(reading, rule.id)}`.trimEnd(),
    plainDetails: `${rule.why} ${isTransplant ? '' : hindrance(reading)}`.trimEnd(),
    firedRules: fired.map(({ id }) => id),
    assetId: asset?.assetId ?? null,
    revokedAt: asset?.revokedAt ?? null,
  };
}
