/** Verification of one or several pictures, and one of them again. @module */
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { cleanFileName } from '../../app/assets/fileName.ts';
import { countVerifications } from '../../app/limits/countVerifications.ts';
import { principalOf } from '../../app/limits/principal.ts';
import { pastVerification } from '../../app/verify/pastVerifications.ts';
import type { PendingVerification } from '../../app/ports/pendingVerifications.ts';
import { pendingVerification, promiseVerification } from '../../app/verify/promisedVerification.ts';
import { verifyBatch } from '../../app/verify/verifyBatch.ts';
import { verifyImage } from '../../app/verify/verifyImage.ts';
import { callerOf, optionalCaller, requireCaller, verifyRequesterOf } from '../auth.ts';
import { validationError } from '../errorReply.ts';
import type { App, HttpDeps } from '../httpDeps.ts';
import type { MemoryBudget } from '../memoryBudget.ts';
import { oneAtATime } from '../oneAtATime.ts';
import { accepted, prefersAsync } from '../prefer.ts';
import { fileTooLarge, receiveForm, type ReceivedForm } from '../receiveForm.ts';
import { failures } from '../schemas/common.ts';
import { parseFields } from '../schemas/form.ts';
import {
  BATCH_FILES_MAX,
  BatchBody,
  BatchForm,
  PendingVerificationBody,
  VerificationBody,
  VerificationParams,
  VerifyFields,
  VerifyForm,
  VerifyQuery,
} from '../schemas/verify.ts';
import { BAD_CREDENTIAL, credentials, OPTIONAL_CREDENTIAL } from '../security.ts';
import { batchItemView, verificationView } from '../views/verification.ts';

const tags = ['Verification'];
const FORM = ['UNSUPPORTED_MEDIA_TYPE', 'VALIDATION_ERROR'] as const;

/** Long side of a tamper map, px (G115, G171). */
const MAP_SIDE_MAX = 1024;
const BATCH_MAP_SIDE_MAX = 512;
/** G117. */
const BATCH_BYTES_MAX = 200 * 1024 * 1024;

/** A verification takes about that long. */
const JUDGED_AFTER_S = 1;

/** The files of the form, at least one. @throws {AppError} VALIDATION_ERROR */
function filesOf(form: ReceivedForm, field: string): ReceivedForm['files'] {
  if (form.files.length > 0) return form.files;
  throw validationError([{ field, location: 'body', code: 'required', message: 'send the picture as a file' }]);
}

const mapSide = (form: ReceivedForm, side: number): number | null =>
  parseFields(VerifyFields, form.fields).include_tamper_map ? side : null;

const sendPending = (reply: FastifyReply, { id, createdAt }: PendingVerification): FastifyReply =>
  accepted(reply, `/v1/verify/${id}`, JUDGED_AFTER_S).send({
    verification_id: id,
    status: 'pending',
    created_at: createdAt.toISOString(),
  });

export function registerVerifyRoutes(app: App, { ports }: HttpDeps, budget: MemoryBudget): void {
  const fileBytesMax = ports.limits.uploadBytesMax;
  /** G117. */
  const oneBatch = oneAtATime('Without an account, one batch at a time. Wait for the other one, or log in.');

  app.post(
    '/v1/verify/',
    {
      onRequest: optionalCaller(ports, 'verify'),
      config: { form: VerifyForm },
      schema: {
        operationId: 'verify',
        summary: 'Verify a picture',
        description:
          'Against all registered pictures. The picture is not kept. A bad credential is refused, none is fine.',
        tags,
        security: OPTIONAL_CREDENTIAL,
        querystring: VerifyQuery,
        response: {
          200: VerificationBody,
          202: PendingVerificationBody,
          ...failures(
            ...BAD_CREDENTIAL,
            'FORBIDDEN',
            'ORGANIZATION_NOT_FOUND',
            'QUOTA_EXCEEDED',
            'FILE_TOO_LARGE',
            'INVALID_FILE_TYPE',
            ...FORM,
            'PROCESSING_FAILED',
          ),
        },
      },
    },
    async (request, reply) => {
      const limits = { fileFields: ['file'], filesMax: 1, fileBytesMax, totalBytesMax: fileBytesMax };
      return receiveForm(budget, [request, reply], limits, async (form) => {
        const bytes = filesOf(form, 'file')[0]?.bytes ?? new Uint8Array();
        const input = {
          bytes,
          mapSideMax: mapSide(form, MAP_SIDE_MAX),
          requester: verifyRequesterOf(request),
          batchId: null,
          threshold: request.query.threshold,
        };
        // Without a credential nobody could read the result, so the preference is not honoured (RFC 7240, 2).
        if (request.caller && prefersAsync(request)) {
          const { pending, done } = await promiseVerification(ports, request.caller, input);
          sendPending(reply, pending);
          // The bytes count against the memory budget until the work has ended.
          await done;
          return reply;
        }
        const who = [request.caller, input.requester] as const;
        return verificationView(
          await countVerifications(ports, who, 1, () => verifyImage(ports, request.caller, input)),
        );
      });
    },
  );

  app.post(
    '/v1/verify/batch',
    {
      onRequest: optionalCaller(ports, 'verify'),
      config: { form: BatchForm },
      schema: {
        operationId: 'verifyBatch',
        summary: 'Verify several pictures',
        description: 'Order is kept; a picture that cannot be judged does not fail the others.',
        tags,
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
      },
    },
    async (request, reply) => {
      const fileFields = ['files', 'files[]', 'file'];
      const limits = { fileFields, filesMax: BATCH_FILES_MAX, fileBytesMax, totalBytesMax: BATCH_BYTES_MAX };
      return receiveForm(budget, [request, reply], { ...limits, keepOversized: true }, async (form) => {
        const files = filesOf(form, 'files').map((file) => ({ ...file, fileName: cleanFileName(file.sentName) }));
        const mapSideMax = mapSide(form, BATCH_MAP_SIDE_MAX);
        const input = {
          files,
          mapSideMax,
          threshold: request.query.threshold,
          requester: verifyRequesterOf(request),
          tooLarge: fileTooLarge(fileBytesMax),
        };
        const who = [request.caller, input.requester] as const;
        const judge = () =>
          countVerifications(
            ports,
            who,
            files.length,
            () => verifyBatch(ports, request.caller, input, wait),
            (outcome) => outcome.items.filter((item) => !item.outcome.ok).length,
          );
        const stranger = request.caller ? null : principalOf(null, request.ip);
        const { items, processingTimeMs } = await (stranger === null ? judge() : oneBatch(stranger, judge));
        const at = ports.clock.now();
        const successful = items.filter(({ outcome }) => outcome.ok).length;
        return {
          results: items.map((item, index) => batchItemView(item, index, at, ports.modelVersion)),
          total: items.length,
          successful,
          failed: items.length - successful,
          processing_time_ms: processingTimeMs,
        };
      });
    },
  );

  app.get(
    '/v1/verify/:verification_id',
    {
      onRequest: requireCaller(ports, 'verification.see'),
      schema: {
        operationId: 'getVerification',
        summary: 'Read one of your verifications again',
        description:
          'As it was answered; the tamper map is not kept and therefore null. 202 while one that was asked for with `Prefer: respond-async` is worked on; a failure of it is answered as the failure that it is.',
        tags,
        security: credentials('verification.see'),
        params: VerificationParams,
        response: {
          200: VerificationBody,
          202: PendingVerificationBody,
          ...failures(
            'UNAUTHENTICATED',
            ...BAD_CREDENTIAL,
            'VERIFICATION_NOT_FOUND',
            'VALIDATION_ERROR',
            'FILE_TOO_LARGE',
            'INVALID_FILE_TYPE',
            'PROCESSING_FAILED',
          ),
        },
      },
    },
    async (request, reply) => {
      const { verification_id } = request.params;
      const pending = await pendingVerification(ports, callerOf(request), verification_id);
      if (pending) return sendPending(reply, pending);
      return verificationView(await pastVerification(ports, callerOf(request), verification_id));
    },
  );
}
