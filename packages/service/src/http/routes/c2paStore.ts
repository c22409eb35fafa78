/** The store half of the C2PA Soft Binding Resolution API: manifests that members publish here (decisions.md, 3.6). @module */
import { z } from 'zod';
import { bindManifest, removeManifest, storeManifest } from '../../app/credentials/storeManifests.ts';
import { callerOf, requireCaller } from '../auth.ts';
import type { App, HttpDeps } from '../httpDeps.ts';
import type { MemoryBudget } from '../memoryBudget.ts';
import { organizationIdOf } from '../organizationHeader.ts';
import { receiveBytes } from '../receiveBytes.ts';
import { ManifestParams, NewBindingBody, StoredManifestBody } from '../schemas/c2pa.ts';
import { failures } from '../schemas/common.ts';
import { credentials, NEEDS_CREDENTIAL } from '../security.ts';
import { JSON_BODY } from './assetRoutes.ts';

const tags = ['Content Credentials'];
const MANIFEST_STORE = ['application/c2pa', 'application/x-c2pa-manifest-store', 'application/octet-stream'];
/** Of one manifest store; with its thumbnails an ordinary one stays below half of it. */
const STORE_BYTES_MAX = 1024 * 1024;
const MEMBER = [...NEEDS_CREDENTIAL, 'ORGANIZATION_NOT_FOUND', 'FORBIDDEN', 'VALIDATION_ERROR'] as const;

export function registerC2paStoreRoutes(app: App, { ports }: HttpDeps, budget: MemoryBudget): void {
  const writing = { onRequest: requireCaller(ports, 'asset.write') };
  const shared = { tags, security: credentials('asset.write') };

  app.post(
    '/v1/c2pa/manifests',
    {
      ...writing,
      config: { rawBody: MANIFEST_STORE },
      schema: {
        ...shared,
        operationId: 'storeManifest',
        summary: 'Store a manifest for others to find',
        description: 'The body is a manifest store, `application/c2pa`, of at most 1 MiB. Everyone may read it then.',
        response: {
          201: StoredManifestBody,
          ...failures(
            ...MEMBER,
            ...([
              'INVALID_FILE_TYPE',
              'FILE_TOO_LARGE',
              'UNSUPPORTED_MEDIA_TYPE',
              'CONFLICT',
              'QUOTA_EXCEEDED',
            ] as const),
          ),
        },
      },
    },
    async (request, reply) =>
      receiveBytes(budget, [request, reply], STORE_BYTES_MAX, async (bytes) => {
        const organizationId = organizationIdOf(request, undefined);
        const manifestId = await storeManifest(ports, callerOf(request), organizationId, bytes);
        reply.code(201).header('location', `/v1/c2pa/manifests/${encodeURIComponent(manifestId)}`);
        return { manifestId };
      }),
  );

  for (const method of ['POST', 'PUT'] as const)
    app.route({
      method,
      url: '/v1/c2pa/bindings',
      ...writing,
      schema: {
        ...shared,
        operationId: method === 'POST' ? 'bindManifest' : 'putBinding',
        summary: 'Say what leads to a stored manifest',
        description:
          'Any number of bindings; a repetition changes nothing. Those of this service are made by it alone.',
        body: NewBindingBody,
        response: { 204: z.undefined().describe('Bound.'), ...failures(...MEMBER, ...JSON_BODY, 'MANIFEST_NOT_FOUND') },
      },
      handler: async (request, reply) => {
        const { manifestId, alg: algorithm, value } = request.body as z.output<typeof NewBindingBody>;
        const organizationId = organizationIdOf(request, undefined);
        await bindManifest(ports, callerOf(request), organizationId, { manifestId, algorithm, value });
        return reply.code(204).send();
      },
    });

  app.delete(
    '/v1/c2pa/manifests/:manifestId',
    {
      onRequest: requireCaller(ports, 'asset.delete'),
      schema: {
        tags,
        security: credentials('asset.delete'),
        operationId: 'removeManifest',
        summary: 'Remove a stored manifest',
        description: 'That of a delivered file goes with its asset and with nothing else.',
        params: ManifestParams,
        response: { 204: z.undefined().describe('Removed.'), ...failures(...MEMBER, 'MANIFEST_NOT_FOUND') },
      },
    },
    async (request, reply) => {
      const organizationId = organizationIdOf(request, undefined);
      await removeManifest(ports, callerOf(request), organizationId, request.params.manifestId);
      return reply.code(204).send();
    },
  );
}
