/** What the ledger says of the asset that a verdict names. @module */
import type { CommitmentEvidence, Evidence } from '@assay/core/verdict/evidence';

/** Null if there is no such asset, or it was never committed. */
export function namedCommitment({ exact, candidates }: Evidence, assetId: string | null): CommitmentEvidence | null {
  if (assetId === null) return null;
  const asset = exact?.assetId === assetId ? exact : candidates.find((candidate) => candidate.assetId === assetId);
  return asset?.commitment ?? null;
}

/** Hash, signature and ledger all hold. */
export const commitmentHolds = (commitment: CommitmentEvidence | null): boolean =>
  commitment !== null && commitment.hashFits && commitment.signatureValid && commitment.onChain;
