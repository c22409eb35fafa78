/** POST /v1/c2pa/crjson: what a file's Content Credentials say, in the form of the conformance programme. @module */
import { AppError } from '@assay/core/errors';
import { countVerifications } from '../../../app/limits/countVerifications.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { quotaFirst } from '../../request/quotaFirst.ts';
import { receiveBytes } from '../../request/receiveBytes.ts';
import { CrJsonBody } from '../../schemas/c2pa.ts';
import { failures } from '../../schemas/common.ts';
import { optionalCaller, verifyRequesterOf } from '../../security/auth.ts';
import { OPTIONAL_CREDENTIAL } from '../../security/security.ts';
import { ASKED } from './softBinding.ts';

const schema = {
  operationId: 'readCrJson',
  summary: "A file's Content Credentials as crJSON",
  description:
    'The body is the file itself, JPEG, PNG, TIFF or WebP. Judged by the lists of this service; not kept, nothing is looked up, and it counts as a verification. 404 without a manifest store that can be read.',
  tags: ['Content Credentials'],
  security: OPTIONAL_CREDENTIAL,
  response: {
    200: CrJsonBody,
    ...failures(
      ...ASKED,
      'INSUFFICIENT_SCOPE',
      ...(['FORBIDDEN', 'ORGANIZATION_NOT_FOUND', 'QUOTA_EXCEEDED', 'FILE_TOO_LARGE', 'MANIFEST_NOT_FOUND'] as const),
      ...(['INVALID_FILE_TYPE', 'UNSUPPORTED_MEDIA_TYPE'] as const),
    ),
  },
};

export function readCrJsonRoute(app: App, { ports, budget }: RouteDeps): void {
  app.post(
    '/v1/c2pa/crjson',
    {
      onRequest: optionalCaller(ports, 'verify'),
      preHandler: quotaFirst(ports),
      config: { rawBody: ['image/*'] },
      schema,
    },
    async (request, reply) =>
      receiveBytes(budget, [request, reply], ports.limits.uploadBytesMax, async (bytes) => {
        const asked = [request.caller, verifyRequesterOf(request)] as const;
        const report = await countVerifications(ports, asked, 1, () => ports.credentials.readCrJson(bytes));
        if (report === null)
          throw new AppError('MANIFEST_NOT_FOUND', 'The file has no Content Credentials that can be read.');
        return JSON.parse(report) as Record<string, unknown>;
      }),
  );
}
