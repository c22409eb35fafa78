/** One measurement: register, compare, decide. */
import type { Registration } from '@assay/core/registration/registration';
import { compareRegistered } from '@assay/core/tamper/compare';
import type { ComparisonFacts } from '@assay/core/tamper/comparison';
import { decide } from '@assay/core/verdict/decide';
import type { Evidence } from '@assay/core/verdict/evidence';
import type { CaseSpec, Case } from './cases.ts';
import { type Overlap, overlapOf } from './overlap.ts';

export interface Measured {
  readonly spec: CaseSpec;
  readonly registration: Omit<Registration, 'homography'> | null;
  readonly facts: ComparisonFacts | null;
  /** As the case has it. */
  readonly changeRms: number | null;
  /** Null without a truth or without a comparison. */
  readonly overlap: Overlap | null;
  readonly verdict: string;
  readonly ruleId: string;
  readonly confidence: number;
  readonly compareMs: number;
}

/** A picture that could be recognised: the rules go by the comparison alone. */
const PICTURE = { width: 1000, height: 1000, hashQuality: 100 };

/** Of an unmarked copy that was found by its fingerprint: what the comparison alone says. */
export function comparedEvidence(registration: Measured['registration'], facts: ComparisonFacts | null): Evidence {
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
        comparison: facts,
        payloadZScore: null,
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
): Pick<Measured, 'verdict' | 'ruleId' | 'confidence'> {
  const { verdict, ruleId, confidence } = decide(comparedEvidence(registration, facts));
  return { verdict, ruleId, confidence };
}

export function measure(spec: CaseSpec, made: Case, registration: Registration | null): Measured {
  return { spec, ...measurePair(made, registration) };
}

/** The same of a pair that no case describes. */
export function measurePair(
  { query, reference, truth, changeRms }: Case,
  registration: Registration | null,
): Omit<Measured, 'spec'> {
  const start = performance.now();
  const comparison = registration && compareRegistered(query, reference, registration);
  const compareMs = performance.now() - start;
  if (!comparison) return { registration, facts: null, changeRms, overlap: null, ...judged(null, null), compareMs };
  const { map, ...facts } = comparison;
  const { homography: _, ...known } = registration;
  const overlap = truth && overlapOf(map, truth, query.width, query.height);
  return { registration: known, facts, changeRms, overlap, ...judged(known, facts), compareMs };
}
