/** What the comparison with one stored picture says, whatever else decides the verdict. @module */
import type { CandidateEvidence, Evidence } from './evidence.ts';
import { asCopy, hasChangedRegion, isAnotherShot, isDoubtful, namedAssets } from './readEvidence.ts';
import { isReplaced } from './replacedContent.ts';

/**
 * `other`: laid over it, and something else is shown; `another-shot`: another picture of the same scene; `edited`: a copy in which a region was
 * changed; `doubtful`: a copy of which a region differs that need not have been changed by itself; `unchanged`: a copy.
 */
export type ComparisonReading = 'other' | 'another-shot' | 'edited' | 'doubtful' | 'unchanged';

/** Null where the two could not be laid over each other. */
export function readComparison(evidence: Evidence, candidate: CandidateEvidence): ComparisonReading | null {
  if (!candidate.compared || !candidate.registration || !candidate.comparison) return null;
  const copy = asCopy(candidate, namedAssets(evidence).has(candidate.assetId));
  if (copy === null) return 'other';
  if (isAnotherShot(copy)) return 'another-shot';
  if (!hasChangedRegion(copy.comparison)) return 'unchanged';
  return isDoubtful(copy) && !isReplaced(copy) ? 'doubtful' : 'edited';
}
