/** POST /v1/c2pa/matches/byContent: manifests by a picture. @module */
import { countedMatches } from '../../../app/limits/countedWork.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { receiveBytes } from '../../request/receiveBytes.ts';
import { ContentQuery, MatchesBody } from '../../schemas/c2pa.ts';
import { quotaFirst } from '../../request/quotaFirst.ts';
import { failures } from '../../schemas/common.ts';
import { optionalCaller, verifyRequesterOf } from '../../security/auth.ts';
import { OPTIONAL_CREDENTIAL } from '../../security/security.ts';
import { ASKED, matchesView } from './softBinding.ts';

const PICTURE = ['image/*'];

const schema = {
  operationId: 'matchesByContent',
  summary: 'Manifests by a picture',
  description: 'The body is the file itself, JPEG, PNG, TIFF or WebP. It is not kept, and counts as a verification.',
  tags: ['Content Credentials'],
  security: OPTIONAL_CREDENTIAL,
  querystring: ContentQuery,
  response: {
    200: MatchesBody,
    ...failures(
      ...ASKED,
      'INSUFFICIENT_SCOPE',
      ...(['FORBIDDEN', 'ORGANIZATION_NOT_FOUND', 'QUOTA_EXCEEDED', 'FILE_TOO_LARGE'] as const),
      ...(['INVALID_FILE_TYPE', 'UNSUPPORTED_MEDIA_TYPE', 'PROCESSING_FAILED'] as const),
    ),
  },
};

export function matchesByContentRoute(app: App, { ports, budget }: RouteDeps): void {
  app.post(
    '/v1/c2pa/matches/byContent',
    { onRequest: optionalCaller(ports, 'verify'), preHandler: quotaFirst(ports), config: { rawBody: PICTURE }, schema },
    async (request, reply) =>
      receiveBytes(budget, [request, reply], ports.limits.uploadBytesMax, async (bytes) => {
        const { alg, hintAlg, hintValue, maxResults: limit } = request.query;
        const hint = hintAlg !== undefined && hintValue !== undefined ? { algorithm: hintAlg, value: hintValue } : null;
        const query = { bytes, algorithm: alg ?? null, hint, limit };
        return matchesView(await countedMatches(ports, request.caller, verifyRequesterOf(request), query));
      }),
  );
}
