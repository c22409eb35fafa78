/** POST /v1/verify/compare: compare two pictures. @module */
import { countedComparison } from '../../../app/limits/countedWork.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { validationError } from '../../reply/errorReply.ts';
import { type ReceivedForm, receiveForm } from '../../request/receiveForm.ts';
import { quotaFirst } from '../../request/quotaFirst.ts';
import { failures } from '../../schemas/common.ts';
import { CompareForm, ComparisonBody } from '../../schemas/verify/compare.ts';
import { callerOf, requireCaller, verifyRequesterOf } from '../../security/auth.ts';
import { credentials, NEEDS_CREDENTIAL } from '../../security/security.ts';
import { comparisonView } from '../../views/compare.ts';
import { MAP_SIDE_MAX, mapSide } from './verifyForm.ts';

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

const schema = {
  operationId: 'compare',
  summary: 'Compare two pictures',
  description: 'Registers one to the other and tells what differs. Neither is kept or looked up.',
  tags: ['Verification'],
  security: credentials('verify'),
  response: {
    200: ComparisonBody,
    ...failures(
      ...NEEDS_CREDENTIAL,
      ...(['FORBIDDEN', 'ORGANIZATION_NOT_FOUND', 'QUOTA_EXCEEDED', 'FILE_TOO_LARGE', 'INVALID_FILE_TYPE'] as const),
      ...(['UNSUPPORTED_MEDIA_TYPE', 'VALIDATION_ERROR', 'PROCESSING_FAILED'] as const),
    ),
  },
};

export function compareRoute(app: App, { ports, budget }: RouteDeps): void {
  const fileBytesMax = ports.limits.uploadBytesMax;
  const limits = { fileFields: ['a', 'b'], filesMax: 2, fileBytesMax, totalBytesMax: 2 * fileBytesMax };
  app.post(
    '/v1/verify/compare',
    { onRequest: requireCaller(ports, 'verify'), preHandler: quotaFirst(ports), config: { form: CompareForm }, schema },
    async (request, reply) =>
      receiveForm(budget, [request, reply], limits, async (form) => {
        const pair = pairOf(form);
        const input = { ...pair, mapSideMax: mapSide(form, MAP_SIDE_MAX) };
        const done = await countedComparison(ports, callerOf(request), verifyRequesterOf(request), input);
        return comparisonView(done, pair, ports.clock.now());
      }),
  );
}
