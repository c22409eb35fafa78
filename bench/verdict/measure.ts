/** One measurement: register, compare, decide. */
import type { Registration } from '@assay/core/registration/registration';
import { compareRegistered } from '@assay/core/tamper/compare';
import type { ComparisonFacts, TamperMap } from '@assay/core/tamper/comparison';
import { decide } from '@assay/core/verdict/decide';
import { weighedComparison } from '@assay/core/verdict/replacedContent';
import type { Evidence } from '@assay/core/verdict/evidence';
import type { AssetMark } from '../../packages/service/src/adapters/engine/tracks.ts';
import type { CaseSpec, Case } from './cases.ts';
import { type Overlap, overlapOf } from './overlap.ts';

export interface Measured {
  readonly spec: CaseSpec;
  readonly registration: Omit<Registration, 'homography'> | null;
  readonly facts: ComparisonFacts | null;
  /** What the query holds of the mark of the stored asset; nulls where that was not looked for. */
  readonly mark: AssetMark;
  /** As the case has it. */
  readonly changeRms: number | null;
  /** Null without a truth or without a comparison. */
  readonly overlap: Overlap | null;
  readonly verdict: string;
  readonly ruleId: string;
  readonly confidence: number;
  readonly compareMs: number;
}

export const NO_MARK: AssetMark = { payloadZScore: null, markInRegion: null };

/** A picture that could be recognised: the rules go by the comparison alone. */
const PICTURE = { width: 1000, height: 1000, hashQuality: 100 };

/** Of a copy that was found by its fingerprint, and of which no track was read: what the comparison alone says, and its mark where looked for. */
export function comparedEvidence(
  registration: Measured['registration'],
  facts: ComparisonFacts | null,
  mark: AssetMark = NO_MARK,
): Evidence {
  return {
    exact: null,
    tracks: [],
    candidates: [
      {
        assetId: 'stored',
        revokedAt: null,
        commitment: null,
        similarity: null,
        localInliers: null,
        compared: true,
        registration,
        keypoints: null,
        comparison: facts,
        exifRestated: false,
        ...mark,
      },
    ],
    c2pa: { state: 'none', bindingBroken: false, codes: [], signer: null },
    picture: PICTURE,
    presence: null,
  };
}

export function judged(
  registration: Measured['registration'],
  facts: ComparisonFacts | null,
  mark: AssetMark = NO_MARK,
): Pick<Measured, 'verdict' | 'ruleId' | 'confidence'> {
  const { verdict, ruleId, confidence } = decide(comparedEvidence(registration, facts, mark));
  return { verdict, ruleId, confidence };
}

export function measure(spec: CaseSpec, made: Case, registration: Registration | null): Measured {
  return { spec, ...measurePair(made, registration) };
}

/** Looks for the mark of the stored asset in the query. */
export type MarkOf = (registration: Registration, changed: TamperMap | null) => AssetMark;

/** The same of a pair that no case describes. */
export function measurePair(
  { query, reference, truth, changeRms }: Case,
  registration: Registration | null,
  markOf: MarkOf = () => NO_MARK,
): Omit<Measured, 'spec'> {
  const start = performance.now();
  const comparison = registration && compareRegistered(query, reference, registration);
  const compareMs = performance.now() - start;
  if (!comparison) {
    const nothing = { facts: null, mark: NO_MARK, changeRms, overlap: null };
    return { registration, ...nothing, ...judged(null, null), compareMs };
  }
  const { facts, map, mark } = weighedComparison(comparison, (changed) => markOf(registration, changed));
  const { homography: _, ...known } = registration;
  const overlap = truth && overlapOf(map, truth, query.width, query.height);
  const verdict = judged(known, facts, mark);
  return { registration: known, facts, mark, changeRms, overlap, ...verdict, compareMs };
}
