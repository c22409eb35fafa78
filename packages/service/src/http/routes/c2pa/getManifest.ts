/** GET /v1/c2pa/manifests/:manifestId: a manifest store. @module */
import { z } from 'zod';
import { manifestBytes } from '../../../app/credentials/resolveBindings.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { ManifestParams, ManifestQuery } from '../../schemas/c2pa.ts';
import { failures } from '../../schemas/common.ts';
import { callerOrStranger } from '../../security/auth.ts';
import { OPTIONAL_CREDENTIAL } from '../../security/security.ts';
import { ASKED } from './softBinding.ts';

const schema = {
  operationId: 'getManifest',
  summary: 'A manifest store',
  description: 'JUMBF bytes. Strangers get the active manifest alone: those of its ancestors may show pictures.',
  tags: ['Content Credentials'],
  security: OPTIONAL_CREDENTIAL,
  params: ManifestParams,
  querystring: ManifestQuery,
  response: {
    200: { description: 'The manifest store.', content: { 'application/c2pa': { schema: z.any() } } },
    ...failures(...ASKED, 'MANIFEST_NOT_FOUND'),
  },
};

export function getManifestRoute(app: App, { ports }: RouteDeps): void {
  app.get(
    '/v1/c2pa/manifests/:manifestId',
    { onRequest: callerOrStranger(ports, 'verify'), schema },
    async (request, reply) => {
      const { manifestId } = request.params;
      const bytes = await manifestBytes(ports, request.caller, manifestId, request.query.returnActiveManifest);
      return reply.type('application/c2pa').header('cache-control', 'private, no-cache').send(Buffer.from(bytes));
    },
  );
}
