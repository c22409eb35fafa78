/** GET /v1/verify/:verification_id/share: list the public links to a result. @module */
import { listShares, verificationTarget } from '../../../app/shares/shareLinks.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { failures } from '../../schemas/common.ts';
import { SharesBody } from '../../schemas/storage/shares.ts';
import { VerificationParams } from '../../schemas/verify/verify.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { shareView } from '../../views/shares.ts';
import { VERIFICATION_ITEM, verificationExistsFirst } from './shareItem.ts';

const schema = {
  operationId: 'listVerificationShares',
  summary: 'List the public links to a result',
  tags: ['Sharing'],
  security: credentials('verification.see'),
  params: VerificationParams,
  response: { 200: SharesBody, ...failures(...VERIFICATION_ITEM) },
};

export function listVerificationSharesRoute(app: App, { ports }: RouteDeps): void {
  app.get(
    '/v1/verify/:verification_id/share',
    { onRequest: [requireCaller(ports, 'verification.see'), verificationExistsFirst(ports)], schema },
    async (request) => {
      const target = await verificationTarget(ports, callerOf(request), request.params.verification_id);
      const items = (await listShares(ports, target)).map(shareView);
      return { items, total: items.length };
    },
  );
}
