/** POST /v1/verify/: verify a picture. @module */
import type { FastifyReply } from 'fastify';
import type { Caller } from '../../../app/accounts/caller.ts';
import { countedVerification } from '../../../app/limits/countedWork.ts';
import { deferVerification } from '../../../app/verify/deferred/deferredVerification.ts';
import type { VerifyInput } from '../../../app/verify/verification.ts';
import type { Once } from '../../../app/ports/runtime/idempotency.ts';
import { onceOf } from '../../request/idempotency.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { oneFile, oneFileOf } from '../../request/formFiles.ts';
import { prefersAsync } from '../../request/prefer.ts';
import { receiveForm } from '../../request/receiveForm.ts';
import { quotaFirst } from '../../request/quotaFirst.ts';
import { failures } from '../../schemas/common.ts';
import { DeferredVerificationBody, VerificationBody, VerifyForm, VerifyQuery } from '../../schemas/verify/verify.ts';
import { optionalCaller, verifyRequesterOf } from '../../security/auth.ts';
import { NEEDS_CREDENTIAL, OPTIONAL_CREDENTIAL } from '../../security/security.ts';
import { verificationView } from '../../views/verification.ts';
import { FORM, isKept, MAP_SIDE_MAX, mapSide, sendDeferred } from './verifyForm.ts';

const schema = {
  operationId: 'verify',
  summary: 'Verify a picture',
  description:
    'Against all registered pictures. The picture is not kept, unless `store` asks for it. A bad credential is refused, none is fine.',
  tags: ['Verification'],
  security: OPTIONAL_CREDENTIAL,
  querystring: VerifyQuery,
  response: {
    200: VerificationBody,
    202: DeferredVerificationBody,
    ...failures(
      ...NEEDS_CREDENTIAL,
      'FORBIDDEN',
      'ORGANIZATION_NOT_FOUND',
      'QUOTA_EXCEEDED',
      'FILE_TOO_LARGE',
      'INVALID_FILE_TYPE',
      ...FORM,
      'PROCESSING_FAILED',
    ),
  },
};

/** The bytes count against the memory budget until the work has ended, so its end is waited for. */
async function answerDeferred(
  { ports }: RouteDeps,
  caller: Caller,
  [input, once]: readonly [VerifyInput, Once],
  reply: FastifyReply,
) {
  const { deferred, done } = await deferVerification(ports, caller, input, once);
  sendDeferred(reply, deferred);
  await done;
  return reply;
}

export function verifyRoute(app: App, deps: RouteDeps): void {
  const { ports, budget } = deps;
  app.post(
    '/v1/verify/',
    { onRequest: optionalCaller(ports, 'verify'), preHandler: quotaFirst(ports), config: { form: VerifyForm }, schema },
    async (request, reply) =>
      receiveForm(budget, [request, reply], oneFileOf(ports.limits.uploadBytesMax), async (form) => {
        const { bytes } = oneFile(form);
        const { threshold } = request.query;
        const wanted = { mapSideMax: mapSide(form, MAP_SIDE_MAX), isKept: isKept(form, request.caller, bytes) };
        const once = onceOf(request);
        const input = { bytes, ...wanted, requester: verifyRequesterOf(request), batchId: null, threshold };
        // Without a credential nobody could read the result, so the preference is not honoured (RFC 7240, 2).
        if (request.caller && prefersAsync(request)) return answerDeferred(deps, request.caller, [input, once], reply);
        return verificationView(await countedVerification(ports, request.caller, { ...input, once }));
      }),
  );
}
