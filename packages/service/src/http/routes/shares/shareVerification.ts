/** POST /v1/verify/:verification_id/share: make a public link to a result. @module */
import { verificationTarget } from '../../../app/shares/shareLinks.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { failures, JSON_BODY } from '../../schemas/common.ts';
import { NewShareBody, ShareInputBody } from '../../schemas/storage/shares.ts';
import { VerificationParams } from '../../schemas/verify/verify.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { answerNew, VERIFICATION_ITEM, verificationExistsFirst } from './shareItem.ts';

const schema = {
  operationId: 'shareVerification',
  summary: 'Make a public link to a result',
  description: 'Whoever has the address reads the result as a stranger would. It is shown this once.',
  tags: ['Sharing'],
  security: credentials('verification.see'),
  params: VerificationParams,
  body: ShareInputBody,
  response: { 201: NewShareBody, ...failures(...VERIFICATION_ITEM, ...JSON_BODY) },
};

export function shareVerificationRoute(app: App, deps: RouteDeps): void {
  const { ports } = deps;
  app.post(
    '/v1/verify/:verification_id/share',
    { onRequest: [requireCaller(ports, 'verification.see'), verificationExistsFirst(ports)], schema },
    async (request, reply) => {
      const target = await verificationTarget(ports, callerOf(request), request.params.verification_id);
      return answerNew(deps, [request, reply], target, request.body?.expires_in);
    },
  );
}
