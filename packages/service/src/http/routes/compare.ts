/** Two pictures compared; a past verification as a report. @module */
import { countVerifications } from '../../app/limits/countVerifications.ts';
import { compareImages } from '../../app/verify/compareImages.ts';
import { pastVerification } from '../../app/verify/pastVerifications.ts';
import { callerOf, requireCaller, verifyRequesterOf } from '../auth.ts';
import { validationError } from '../errorReply.ts';
import { attachment } from '../fileReply.ts';
import type { App, HttpDeps } from '../httpDeps.ts';
import type { MemoryBudget } from '../memoryBudget.ts';
import { receiveForm, type ReceivedForm } from '../receiveForm.ts';
import { CompareForm, ComparisonBody } from '../schemas/compare.ts';
import { failures } from '../schemas/common.ts';
import { parseFields } from '../schemas/form.ts';
import { ReportBody, VerificationParams, VerifyFields } from '../schemas/verify.ts';
import { credentials, NEEDS_CREDENTIAL } from '../security.ts';
import { comparisonView } from '../views/compare.ts';
import { reportView } from '../views/report.ts';

const tags = ['Verification'];

/** Long side of a tamper map, px (G115). */
const MAP_SIDE_MAX = 1024;

/** Both files, exactly one of each. @throws {AppError} VALIDATION_ERROR */
function pairOf({ files }: ReceivedForm): { readonly a: Uint8Array; readonly b: Uint8Array } {
  const [a, b] = ['a', 'b'].map((name) => files.filter(({ field }) => field === name));
  const [fileA, fileB] = [a?.[0]?.bytes, b?.[0]?.bytes];
  if (a?.length === 1 && b?.length === 1 && fileA && fileB) return { a: fileA, b: fileB };
  const bad = a?.length === 1 ? 'b' : 'a';
  throw validationError([
    { field: bad, location: 'body', code: 'required', message: 'send exactly one picture as this part' },
  ]);
}

export function registerCompareRoutes(app: App, { ports, settings }: HttpDeps, budget: MemoryBudget): void {
  const fileBytesMax = ports.limits.uploadBytesMax;

  app.post(
    '/v1/verify/compare',
    {
      onRequest: requireCaller(ports, 'verify'),
      config: { form: CompareForm },
      schema: {
        operationId: 'compare',
        summary: 'Compare two pictures',
        description: 'Lays one over the other and tells what differs. Neither is kept or looked up.',
        tags,
        security: credentials('verify'),
        response: {
          200: ComparisonBody,
          ...failures(
            ...NEEDS_CREDENTIAL,
            ...([
              'FORBIDDEN',
              'ORGANIZATION_NOT_FOUND',
              'QUOTA_EXCEEDED',
              'FILE_TOO_LARGE',
              'INVALID_FILE_TYPE',
            ] as const),
            ...(['UNSUPPORTED_MEDIA_TYPE', 'VALIDATION_ERROR', 'PROCESSING_FAILED'] as const),
          ),
        },
      },
    },
    async (request, reply) => {
      const limits = { fileFields: ['a', 'b'], filesMax: 2, fileBytesMax, totalBytesMax: 2 * fileBytesMax };
      return receiveForm(budget, [request, reply], limits, async (form) => {
        const pair = pairOf(form);
        const mapSideMax = parseFields(VerifyFields, form.fields).include_tamper_map ? MAP_SIDE_MAX : null;
        const who = [request.caller, verifyRequesterOf(request)] as const;
        const done = await countVerifications(ports, who, 1, () => compareImages(ports, { ...pair, mapSideMax }));
        return comparisonView(done, pair, ports.clock.now());
      });
    },
  );

  app.get(
    '/v1/verify/:verification_id/report.json',
    {
      onRequest: requireCaller(ports, 'verification.see'),
      schema: {
        operationId: 'verificationReport',
        summary: 'One of your verifications as a report',
        tags,
        security: credentials('verification.see'),
        params: VerificationParams,
        response: {
          200: ReportBody,
          ...failures(...NEEDS_CREDENTIAL, 'VERIFICATION_NOT_FOUND', 'VALIDATION_ERROR'),
        },
      },
    },
    async (request, reply) => {
      const { verification_id } = request.params;
      const done = await pastVerification(ports, callerOf(request), verification_id);
      reply.header('content-disposition', attachment(`verification-${verification_id}.json`));
      return reportView(done, settings.version, ports.clock.now());
    },
  );
}
