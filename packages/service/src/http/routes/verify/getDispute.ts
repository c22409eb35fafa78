/** GET /v1/verify/:verification_id/dispute: what became of a dispute. @module */
import { latestDispute } from '../../../app/disputes/openDispute.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { failures } from '../../schemas/common.ts';
import { DisputeBody } from '../../schemas/verify/dispute.ts';
import { VerificationParams } from '../../schemas/verify/verify.ts';
import { optionalCaller } from '../../security/auth.ts';
import { BAD_CREDENTIAL, OPTIONAL_CREDENTIAL } from '../../security/security.ts';
import { disputeView } from '../../views/dispute.ts';

const schema = {
  operationId: 'getDispute',
  summary: 'What became of a dispute',
  description: 'The newest of this verification, for whoever may dispute it.',
  tags: ['Verification'],
  security: OPTIONAL_CREDENTIAL,
  params: VerificationParams,
  response: {
    200: DisputeBody,
    ...failures(...BAD_CREDENTIAL, 'VERIFICATION_NOT_FOUND', 'DISPUTE_NOT_FOUND', 'VALIDATION_ERROR'),
  },
};

export function getDisputeRoute(app: App, { ports }: RouteDeps): void {
  app.get(
    '/v1/verify/:verification_id/dispute',
    { onRequest: optionalCaller(ports, 'verification.see'), schema },
    async (request) => disputeView(await latestDispute(ports, request.caller, request.params.verification_id)),
  );
}
