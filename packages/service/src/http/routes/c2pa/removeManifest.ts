/** DELETE /v1/c2pa/manifests/:manifestId: remove a stored manifest. @module */
import { z } from 'zod';
import { removeManifest } from '../../../app/credentials/storeManifests.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { organizationIdOf } from '../../request/organizationHeader.ts';
import { ManifestParams } from '../../schemas/c2pa.ts';
import { failures } from '../../schemas/common.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { MEMBER } from './manifestStore.ts';

const schema = {
  operationId: 'removeManifest',
  summary: 'Remove a stored manifest',
  description: 'That of a delivered file goes with its asset and with nothing else.',
  tags: ['Content Credentials'],
  security: credentials('asset.delete'),
  params: ManifestParams,
  response: { 204: z.undefined().describe('Removed.'), ...failures(...MEMBER, 'MANIFEST_NOT_FOUND') },
};

export function removeManifestRoute(app: App, { ports }: RouteDeps): void {
  app.delete(
    '/v1/c2pa/manifests/:manifestId',
    { onRequest: requireCaller(ports, 'asset.delete'), schema },
    async (request, reply) => {
      const organizationId = organizationIdOf(request, undefined);
      await removeManifest(ports, callerOf(request), organizationId, request.params.manifestId);
      return reply.code(204).send();
    },
  );
}
