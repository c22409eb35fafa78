/** GET /v1/verify/:verification_id: read one of your verifications again. @module */
import { deferredVerification } from '../../../app/verify/deferred/deferredVerification.ts';
import { keptVerification } from '../../../app/verify/pastVerifications.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { failures } from '../../schemas/common.ts';
import { DeferredVerificationBody, VerificationBody, VerificationParams } from '../../schemas/verify/verify.ts';
import { optionalCaller } from '../../security/auth.ts';
import { BAD_CREDENTIAL, OPTIONAL_CREDENTIAL } from '../../security/security.ts';
import { verificationView } from '../../views/verification.ts';
import { sendDeferred } from './verifyForm.ts';

const schema = {
  operationId: 'getVerification',
  summary: 'Read one of your verifications again',
  description:
    'As it was answered, for whoever made it; of one that was made without an account, for whoever has its id. The tamper map is not kept and therefore null. 202 while one that was asked for with `Prefer: respond-async` is worked on; a failure of it is answered as the failure that it is.',
  tags: ['Verification'],
  security: OPTIONAL_CREDENTIAL,
  params: VerificationParams,
  response: {
    200: VerificationBody,
    202: DeferredVerificationBody,
    ...failures(
      ...BAD_CREDENTIAL,
      'FORBIDDEN',
      'VERIFICATION_NOT_FOUND',
      'VALIDATION_ERROR',
      'FILE_TOO_LARGE',
      'INVALID_FILE_TYPE',
      'PROCESSING_FAILED',
    ),
  },
};

export function getVerificationRoute(app: App, { ports }: RouteDeps): void {
  app.get(
    '/v1/verify/:verification_id',
    { onRequest: optionalCaller(ports, 'verification.see'), schema },
    async (request, reply) => {
      const { verification_id } = request.params;
      const { caller } = request;
      const deferred = caller && (await deferredVerification(ports, caller, verification_id));
      if (deferred) return sendDeferred(reply, deferred);
      return verificationView(await keptVerification(ports, caller, verification_id));
    },
  );
}
