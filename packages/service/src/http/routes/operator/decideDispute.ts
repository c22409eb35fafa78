/** POST /v1/operator/disputes/:dispute_id/decision: an operator decides a dispute. @module */
import { decideDispute } from '../../../app/disputes/reviewDisputes.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { failures } from '../../schemas/common.ts';
import { DisputeParams, ReviewedDisputeBody, RulingBody } from '../../schemas/verify/dispute.ts';
import { requireCaller, userOf } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { reviewedDisputeView } from '../../views/dispute.ts';
import { ACCOUNT } from '../accounts/accountFailures.ts';

const schema = {
  operationId: 'decideDispute',
  summary: 'Decide a dispute',
  description: 'For operators, signed in. It is final; what was logged stays as it was.',
  tags: ['Verification'],
  security: credentials('account.manage'),
  params: DisputeParams,
  body: RulingBody,
  response: { 200: ReviewedDisputeBody, ...failures(...ACCOUNT, 'DISPUTE_NOT_FOUND', 'CONFLICT', 'VALIDATION_ERROR') },
};

export function decideDisputeRoute(app: App, { ports }: RouteDeps): void {
  app.post(
    '/v1/operator/disputes/:dispute_id/decision',
    { onRequest: requireCaller(ports), schema },
    async (request) => {
      const { user } = userOf(request);
      return reviewedDisputeView(await decideDispute(ports, user, request.params.dispute_id, request.body));
    },
  );
}
