/** Logged evidence judged again: what the rules and numbers of today would change of verdicts that were given. @module */
import { decide, type Verdict } from './decide.ts';
import { type AssetEvidence, EVIDENCE_FORMAT, type Evidence } from './evidence.ts';

/** A verdict, as far as two of the same evidence may differ. */
export interface Judgement {
  readonly verdict: Verdict;
  /** 0..1. */
  readonly confidence: number;
  readonly ruleId: string;
}

export interface Replay {
  readonly before: Judgement;
  readonly after: Judgement;
  /** By another verdict, another rule, or a confidence that is told otherwise. */
  readonly isChanged: boolean;
}

/** Confidences that differ by less are the same number to whoever reads them. */
const CONFIDENCE_STEP = 0.005;

/** Judges evidence of the present format again. */
export function replay(evidence: Evidence, before: Judgement): Replay {
  const { verdict, confidence, ruleId } = decide(evidence);
  const after = { verdict, confidence, ruleId };
  const isChanged =
    verdict !== before.verdict ||
    ruleId !== before.ruleId ||
    Math.abs(confidence - before.confidence) >= CONFIDENCE_STEP;
  return { before, after, isChanged };
}

/** Evidence with the verdict that is right: what a change of the judge is held to. Numbers alone, no picture. */
export interface RegressionCase {
  readonly format: number;
  readonly id: string;
  /** What it is, in words. */
  readonly what: string;
  /** The verdict that is right. */
  readonly expected: Verdict;
  /** As it was judged when the case was written. */
  readonly given: Judgement;
  readonly modelVersion: string;
  readonly evidence: Evidence;
}

export const newRegressionCase = (
  evidence: Evidence,
  about: Omit<RegressionCase, 'format' | 'evidence'>,
): RegressionCase => ({ format: EVIDENCE_FORMAT, ...about, evidence: withoutNames(evidence) });

/** The same evidence of assets `asset-0001`, `asset-0002`, ... on no ledger, and of no signer: rules look at none of these names. */
export function withoutNames(evidence: Evidence): Evidence {
  const names = new Map<string, string>();
  const nameOf = (id: string): string => {
    if (!names.has(id)) names.set(id, `asset-${String(names.size + 1).padStart(4, '0')}`);
    return names.get(id) as string;
  };
  const asset = <Asset extends AssetEvidence>(known: Asset): Asset => ({
    ...known,
    assetId: nameOf(known.assetId),
    commitment: known.commitment && { ...known.commitment, txHash: null },
  });
  // In the order of the ids, since a tie between candidates goes to the lower one.
  for (const id of evidence.candidates.map(({ assetId }) => assetId).sort()) nameOf(id);
  return {
    ...evidence,
    exact: evidence.exact && asset(evidence.exact),
    tracks: evidence.tracks.map((track) => ({ ...track, assetId: track.assetId && nameOf(track.assetId) })),
    candidates: evidence.candidates.map(asset),
    c2pa: { ...evidence.c2pa, signer: null },
  };
}
