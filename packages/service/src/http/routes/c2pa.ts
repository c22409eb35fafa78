/** The C2PA Soft Binding Resolution API: from what is in a picture to its manifests (decisions.md, 3.6). @module */
import { AppError } from '@assay/core/errors';
import { z } from 'zod';
import {
  type ManifestMatch,
  manifestBytes,
  matchesByBinding,
  matchesByContent,
} from '../../app/credentials/resolveBindings.ts';
import { countVerifications } from '../../app/limits/countVerifications.ts';
import { optionalCaller, verifyRequesterOf } from '../auth.ts';
import type { App, HttpDeps } from '../httpDeps.ts';
import type { MemoryBudget } from '../memoryBudget.ts';
import { receiveBytes } from '../receiveBytes.ts';
import {
  AlgorithmsBody,
  BindingBody,
  BindingQuery,
  ContentQuery,
  ManifestParams,
  ManifestQuery,
  MatchesBody,
  ReferenceBody,
  ResultsQuery,
} from '../schemas/c2pa.ts';
import { failures } from '../schemas/common.ts';
import { BAD_CREDENTIAL, NO_CREDENTIAL, OPTIONAL_CREDENTIAL } from '../security.ts';
import { JSON_BODY } from './assetRoutes.ts';

const tags = ['Content Credentials'];
const PICTURE = ['image/*'];
const ASKED = [...BAD_CREDENTIAL, 'VALIDATION_ERROR'] as const;

const answer = (matches: readonly ManifestMatch[]): z.output<typeof MatchesBody> => ({ matches: [...matches] });

function registerQueries(app: App, { ports }: HttpDeps, budget: MemoryBudget): void {
  const onRequest = optionalCaller(ports, 'verify');
  const shared = { tags, security: OPTIONAL_CREDENTIAL };

  app.get(
    '/v1/c2pa/matches/byBinding',
    {
      onRequest,
      schema: {
        ...shared,
        operationId: 'matchesByBinding',
        summary: 'Manifests by a soft binding',
        querystring: BindingQuery,
        response: { 200: MatchesBody, ...failures(...ASKED) },
      },
    },
    async (request) => {
      const { alg: algorithm, value, maxResults } = request.query;
      return answer(await matchesByBinding(ports, request.caller, { algorithm, value }, maxResults));
    },
  );

  app.post(
    '/v1/c2pa/matches/byBinding',
    {
      onRequest,
      schema: {
        ...shared,
        operationId: 'matchesByLargeBinding',
        summary: 'Manifests by a soft binding in the body',
        querystring: ResultsQuery,
        body: BindingBody,
        response: { 200: MatchesBody, ...failures(...ASKED, ...JSON_BODY) },
      },
    },
    async (request) => {
      const { alg: algorithm, value } = request.body;
      return answer(await matchesByBinding(ports, request.caller, { algorithm, value }, request.query.maxResults));
    },
  );

  app.post(
    '/v1/c2pa/matches/byContent',
    {
      onRequest,
      config: { rawBody: PICTURE },
      schema: {
        ...shared,
        operationId: 'matchesByContent',
        summary: 'Manifests by a picture',
        description:
          'The body is the file itself, JPEG, PNG, TIFF or WebP. It is not kept, and counts as a verification.',
        querystring: ContentQuery,
        response: {
          200: MatchesBody,
          ...failures(
            ...ASKED,
            ...(['FORBIDDEN', 'ORGANIZATION_NOT_FOUND', 'QUOTA_EXCEEDED', 'FILE_TOO_LARGE'] as const),
            ...(['INVALID_FILE_TYPE', 'UNSUPPORTED_MEDIA_TYPE', 'PROCESSING_FAILED'] as const),
          ),
        },
      },
    },
    async (request, reply) =>
      receiveBytes(budget, [request, reply], ports.limits.uploadBytesMax, async (bytes) => {
        const { alg, hintAlg, hintValue, maxResults: limit } = request.query;
        const hint = hintAlg !== undefined && hintValue !== undefined ? { algorithm: hintAlg, value: hintValue } : null;
        const query = { bytes, algorithm: alg ?? null, hint, limit };
        const who = [request.caller, verifyRequesterOf(request)] as const;
        const find = () => matchesByContent(ports, request.caller, query);
        return answer(await countVerifications(ports, who, 1, find));
      }),
  );

  app.post(
    '/v1/c2pa/matches/byReference',
    {
      onRequest,
      schema: {
        ...shared,
        operationId: 'matchesByReference',
        summary: 'Manifests by the address of a picture: not offered',
        description: 'The service fetches nothing from elsewhere. Send the picture itself to `byContent`.',
        body: ReferenceBody,
        response: failures(...ASKED, ...JSON_BODY, 'NOT_IMPLEMENTED'),
      },
    },
    async () => {
      throw new AppError('NOT_IMPLEMENTED', 'This service fetches no pictures. Send the file to matches/byContent.');
    },
  );
}

export function registerC2paRoutes(app: App, deps: HttpDeps, budget: MemoryBudget): void {
  const { ports } = deps;
  registerQueries(app, deps, budget);

  app.get(
    '/v1/c2pa/manifests/:manifestId',
    {
      onRequest: optionalCaller(ports, 'verify'),
      schema: {
        tags,
        security: OPTIONAL_CREDENTIAL,
        operationId: 'getManifest',
        summary: 'A manifest store',
        description: 'JUMBF bytes. Strangers get the active manifest alone: those of its ancestors may show pictures.',
        params: ManifestParams,
        querystring: ManifestQuery,
        response: {
          200: { description: 'The manifest store.', content: { 'application/c2pa': { schema: z.any() } } },
          ...failures(...ASKED, 'MANIFEST_NOT_FOUND'),
        },
      },
    },
    async (request, reply) => {
      const { manifestId } = request.params;
      const bytes = await manifestBytes(ports, request.caller, manifestId, request.query.returnActiveManifest);
      return reply.type('application/c2pa').header('cache-control', 'private, no-cache').send(Buffer.from(bytes));
    },
  );

  app.get(
    '/v1/c2pa/services/supportedAlgorithms',
    {
      schema: {
        tags,
        security: NO_CREDENTIAL,
        operationId: 'supportedAlgorithms',
        summary: 'Soft bindings that this service resolves',
        response: { 200: AlgorithmsBody, ...failures() },
      },
    },
    async () => {
      const { tracks, fingerprint } = ports.credentials.algorithms;
      return { watermarks: Object.values(tracks).map((alg) => ({ alg })), fingerprints: [{ alg: fingerprint }] };
    },
  );
}
