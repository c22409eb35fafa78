/** POST /v1/verify/:verification_id/dispute: say that a verdict is wrong. @module */
import { DISPUTED_PICTURE_BYTES_MAX, type NewDispute, openDispute } from '../../../app/disputes/openDispute.ts';
import { readableVerification } from '../../../app/verify/pastVerifications.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { existsFirst } from '../../request/existsFirst.ts';
import { oneFileOf } from '../../request/formFiles.ts';
import { onceOf } from '../../request/idempotency.ts';
import { type ReceivedForm, receiveForm } from '../../request/receiveForm.ts';
import { failures } from '../../schemas/common.ts';
import { parseFields } from '../../schemas/form.ts';
import { DisputeBody, DisputeFields, DisputeForm } from '../../schemas/verify/dispute.ts';
import { VerificationParams } from '../../schemas/verify/verify.ts';
import { optionalCaller, traceOf } from '../../security/auth.ts';
import { BAD_CREDENTIAL, OPTIONAL_CREDENTIAL } from '../../security/security.ts';
import { disputeView } from '../../views/dispute.ts';
import { FORM } from './verifyForm.ts';

const schema = {
  operationId: 'disputeVerification',
  summary: 'Say that a verdict is wrong',
  description:
    'For whoever made the verification; of one without an account, for whoever has its id. 200 with the open dispute where there is one already, else 201.',
  tags: ['Verification'],
  security: OPTIONAL_CREDENTIAL,
  params: VerificationParams,
  response: {
    200: DisputeBody,
    201: DisputeBody,
    ...failures(...BAD_CREDENTIAL, 'VERIFICATION_NOT_FOUND', 'FILE_TOO_LARGE', ...FORM),
  },
};

function disputeOf(form: ReceivedForm): NewDispute {
  const { reason, comment, expected_verdict, consent_to_keep_picture } = parseFields(DisputeFields, form.fields);
  return {
    reason,
    comment: comment?.trim() || null,
    expectedVerdict: expected_verdict ?? null,
    consentsToKeep: consent_to_keep_picture,
    picture: form.files[0]?.bytes ?? null,
  };
}

export function disputeVerificationRoute(app: App, { ports, budget }: RouteDeps): void {
  const exists = existsFirst('verification_id', (request, id) => readableVerification(ports, request.caller, id));
  app.post(
    '/v1/verify/:verification_id/dispute',
    { onRequest: [optionalCaller(ports, 'verification.see'), exists], config: { form: DisputeForm }, schema },
    async (request, reply) =>
      receiveForm(budget, [request, reply], oneFileOf(DISPUTED_PICTURE_BYTES_MAX), async (form) => {
        const disputer = { caller: request.caller, trace: traceOf(request), once: onceOf(request) };
        const { verification_id } = request.params;
        const { dispute, isNew } = await openDispute(ports, disputer, verification_id, disputeOf(form));
        reply.code(isNew ? 201 : 200);
        if (isNew) reply.header('location', `/v1/verify/${verification_id}/dispute`);
        return disputeView(dispute);
      }),
  );
}
