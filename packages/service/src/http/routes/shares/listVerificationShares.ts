/** GET /v1/verify/:verification_id/share: list the public links to a result. @module */
import { PageQuery } from '../../schemas/common.ts';
import { askedPage, pageView, sliceOf } from '../../request/paging.ts';
import { listShares, verificationTarget } from '../../../app/shares/shareLinks.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { failures } from '../../schemas/common.ts';
import { SharePage } from '../../schemas/storage/shares.ts';
import { VerificationParams } from '../../schemas/verify/verify.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { shareView } from '../../views/shares.ts';
import { VERIFICATION_ITEM, verificationExistsFirst } from './shareItem.ts';

const schema = {
  operationId: 'listVerificationShares',
  summary: 'List the public links to a result',
  description: 'Also those that were revoked or have expired; the addresses themselves were shown once.',
  tags: ['Sharing'],
  security: credentials('verification.see'),
  params: VerificationParams,
  querystring: PageQuery,
  response: { 200: SharePage, ...failures(...VERIFICATION_ITEM) },
};

export function listVerificationSharesRoute(app: App, { ports, settings }: RouteDeps): void {
  app.get(
    '/v1/verify/:verification_id/share',
    { onRequest: [requireCaller(ports, 'verification.see'), verificationExistsFirst(ports)], schema },
    async (request, reply) => {
      const target = await verificationTarget(ports, callerOf(request), request.params.verification_id);
      const asked = askedPage(request.query);
      const { items, total } = sliceOf(await listShares(ports, target), asked);
      return pageView(settings, request, reply, asked, { items: items.map(shareView), total });
    },
  );
}
