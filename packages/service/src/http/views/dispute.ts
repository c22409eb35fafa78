/** Disputes as JSON. @module */
import type { z } from 'zod';
import type { Dispute, DisputedVerification } from '../../app/ports/verify/disputes.ts';
import type { DisputeBody, ReviewedDisputeBody } from '../schemas/verify/dispute.ts';

export const disputeView = ({ picture, ...dispute }: Dispute): z.output<typeof DisputeBody> => ({
  id: dispute.id,
  verification_id: dispute.verificationId,
  status: dispute.status,
  reason: dispute.reason,
  comment: dispute.comment,
  expected_verdict: dispute.expectedVerdict,
  corrected_verdict: dispute.correctedVerdict,
  note: dispute.note,
  picture: picture && {
    size_bytes: picture.sizeBytes,
    kept_until: picture.keptUntil.toISOString(),
    removed_at: picture.removedAt?.toISOString() ?? null,
  },
  created_at: dispute.createdAt.toISOString(),
  resolved_at: dispute.resolvedAt?.toISOString() ?? null,
});

/** What of the record of a verification a list shows. */
interface Shown {
  readonly firedRules?: readonly string[];
  readonly details?: string;
}

/** For operators alone. */
export function reviewedDisputeView({
  dispute,
  verification,
}: DisputedVerification): z.output<typeof ReviewedDisputeBody> {
  const { firedRules, details } = verification.evidence as Shown;
  return {
    ...disputeView(dispute),
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
