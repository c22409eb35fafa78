/** Disputes as JSON. @module */
import type { z } from 'zod';
import type { Dispute } from '../../app/ports/verify/disputes.ts';
import type { DisputeBody } from '../schemas/verify/dispute.ts';

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
