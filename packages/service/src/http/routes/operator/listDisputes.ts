/** GET /v1/operator/disputes: verdicts that somebody says are wrong. @module */
import { disputeQueue } from '../../../app/disputes/reviewDisputes.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { askedPage, pageView } from '../../request/paging.ts';
import { failures } from '../../schemas/common.ts';
import { DisputeQueueQuery, ReviewedDisputePage } from '../../schemas/verify/dispute.ts';
import { requireCaller, userOf } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { reviewedDisputeView } from '../../views/dispute.ts';
import { ACCOUNT } from '../accounts/accountFailures.ts';

const schema = {
  operationId: 'listDisputes',
  summary: 'Verdicts that somebody says are wrong',
  description: 'For operators, signed in: the disputes of all organizations, the oldest first.',
  tags: ['Verification'],
  security: credentials('account.manage'),
  querystring: DisputeQueueQuery,
  response: { 200: ReviewedDisputePage, ...failures(...ACCOUNT, 'VALIDATION_ERROR') },
};

export function listDisputesRoute(app: App, { ports, settings }: RouteDeps): void {
  app.get('/v1/operator/disputes', { onRequest: requireCaller(ports), schema }, async (request, reply) => {
    const asked = askedPage(request.query);
    const { status } = request.query;
    const { items, total } = await disputeQueue(ports, userOf(request).user, status === 'all' ? null : status, asked);
    reply.header('cache-control', 'no-store');
    return pageView(settings, request, reply, asked, { items: items.map(reviewedDisputeView), total });
  });
}
