/** POST /v1/verify/batch: verify several pictures. @module */
import { setTimeout as wait } from 'node:timers/promises';
import { countedBatch } from '../../../app/limits/countedWork.ts';
import { principalOf } from '../../../app/limits/principal.ts';
import { onceOf } from '../../request/idempotency.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { batchOf, someFiles } from '../../request/formFiles.ts';
import { oneAtATime } from '../../request/oneAtATime.ts';
import { fileTooLarge, receiveForm } from '../../request/receiveForm.ts';
import { quotaFirst } from '../../request/quotaFirst.ts';
import { failures } from '../../schemas/common.ts';
import { BATCH_FILES_MAX, BatchBody, BatchForm, VerifyQuery } from '../../schemas/verify/verify.ts';
import { optionalCaller, verifyRequesterOf } from '../../security/auth.ts';
import { BAD_CREDENTIAL, OPTIONAL_CREDENTIAL } from '../../security/security.ts';
import { batchView } from '../../views/verification.ts';
import { FORM, mapSide } from './verifyForm.ts';

/** Long side of each tamper map, px: half of that of one picture, since an answer holds many. */
const BATCH_MAP_SIDE_MAX = 512;

const schema = {
  operationId: 'verifyBatch',
  summary: 'Verify several pictures',
  description: 'Order is kept; a picture that cannot be judged does not fail the others.',
  tags: ['Verification'],
  security: OPTIONAL_CREDENTIAL,
  querystring: VerifyQuery,
  response: {
    200: BatchBody,
    ...failures(
      ...BAD_CREDENTIAL,
      'FORBIDDEN',
      'ORGANIZATION_NOT_FOUND',
      'QUOTA_EXCEEDED',
      ...FORM,
      'PROCESSING_FAILED',
    ),
  },
};

export function verifyBatchRoute(app: App, { ports, budget }: RouteDeps): void {
  const { uploadBytesMax } = ports.limits;
  /** So that strangers leave workers to others: docs/spec/verification.md#batch. */
  const oneBatch = oneAtATime('Without an account, one batch at a time. Wait for the other one, or log in.');
  app.post(
    '/v1/verify/batch',
    { onRequest: optionalCaller(ports, 'verify'), preHandler: quotaFirst(ports), config: { form: BatchForm }, schema },
    async (request, reply) =>
      receiveForm(budget, [request, reply], batchOf(BATCH_FILES_MAX, uploadBytesMax), async (form) => {
        const { threshold } = request.query;
        const files = someFiles(form);
        const mapSideMax = mapSide(form, BATCH_MAP_SIDE_MAX);
        const tooLarge = fileTooLarge(uploadBytesMax);
        const asked = { requester: verifyRequesterOf(request), once: onceOf(request) };
        const input = { files, mapSideMax, threshold, tooLarge, ...asked };
        const judge = () => countedBatch(ports, request.caller, input, wait);
        const outcome = await (request.caller ? judge() : oneBatch(principalOf(ports, null, request.ip), judge));
        return batchView(outcome, ports.clock.now(), ports.modelVersion);
      }),
  );
}
