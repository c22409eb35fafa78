/** A dispute as the commands of the operator print it. @module */
import type { DisputedVerification } from '@assay/service/app/ports/verify/disputes';
import { reviewedDisputeView } from '@assay/service/http/views/dispute';

export const disputeRow = (disputed: DisputedVerification) => ({
  ...reviewedDisputeView(disputed),
  user_id: disputed.dispute.userId,
});

/** One line for people. */
export function disputeLine(disputed: DisputedVerification): string {
  const { id, created_at, status, reason, expected_verdict, corrected_verdict, verification } = disputeRow(disputed);
  const right = corrected_verdict ?? (expected_verdict && `${expected_verdict}?`);
  const verdict = `${verification.verdict} ${verification.confidence.toFixed(2)} (${verification.rule})`;
  return `${id}  ${created_at}  ${status}  ${verdict}${right ? ` -> ${right}` : ''}  ${reason}`;
}
