/** A dispute as the commands of the operator print it. @module */
import type { DisputedVerification } from '@assay/service/app/ports/verify/disputes';
import { disputeView } from '@assay/service/http/views/dispute';

/** What of the record of a verification a list shows. */
interface Shown {
  readonly firedRules?: readonly string[];
  readonly details?: string;
}

export function disputeRow({ dispute, verification }: DisputedVerification) {
  const { firedRules, details } = verification.evidence as Shown;
  return {
    ...disputeView(dispute),
    user_id: dispute.userId,
    verification: {
      verdict: verification.verdict,
      confidence: verification.confidence,
      rule: firedRules?.[0] ?? null,
      details: details ?? null,
      asset_id: verification.verifiedAssetId,
      organization_id: verification.organizationId,
      source_image_hash: verification.sourceImageHash,
      model_version: verification.modelVersion,
      created_at: verification.createdAt.toISOString(),
    },
  };
}

/** One line for people. */
export function disputeLine(disputed: DisputedVerification): string {
  const { id, created_at, status, reason, expected_verdict, corrected_verdict, verification } = disputeRow(disputed);
  const right = corrected_verdict ?? (expected_verdict && `${expected_verdict}?`);
  const verdict = `${verification.verdict} ${verification.confidence.toFixed(2)} (${verification.rule})`;
  return `${id}  ${created_at}  ${status}  ${verdict}${right ? ` -> ${right}` : ''}  ${reason}`;
}
