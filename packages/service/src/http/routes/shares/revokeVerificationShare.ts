/** DELETE /v1/verify/:verification_id/share/:share_id: revoke a public link to a result. @module */
import { revokeShare, verificationTarget } from '../../../app/shares/shareLinks.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { failures } from '../../schemas/common.ts';
import { VerificationShareParams } from '../../schemas/storage/shares.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { REVOKED, VERIFICATION_ITEM, verificationExistsFirst } from './shareItem.ts';

const schema = {
  operationId: 'revokeVerificationShare',
  summary: 'Revoke a public link to a result',
  description: 'Its address answers 410 from then on.',
  tags: ['Sharing'],
  security: credentials('verification.see'),
  params: VerificationShareParams,
  response: { 204: REVOKED, ...failures(...VERIFICATION_ITEM, 'LINK_NOT_FOUND') },
};

export function revokeVerificationShareRoute(app: App, { ports }: RouteDeps): void {
  app.delete(
    '/v1/verify/:verification_id/share/:share_id',
    { onRequest: [requireCaller(ports, 'verification.see'), verificationExistsFirst(ports)], schema },
    async (request, reply) => {
      const caller = callerOf(request);
      const target = await verificationTarget(ports, caller, request.params.verification_id);
      await revokeShare(ports, caller, target, request.params.share_id);
      return reply.code(204).send();
    },
  );
}
