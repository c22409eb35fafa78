/** POST /v1/c2pa/bindings: say what leads to a stored manifest. @module */
import { bindManifest } from '../../../app/credentials/storeManifests.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { organizationIdOf } from '../../request/organizationHeader.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { bindingSchema } from './manifestStore.ts';

const schema = { operationId: 'bindManifest', ...bindingSchema };

export function bindManifestRoute(app: App, { ports }: RouteDeps): void {
  app.post('/v1/c2pa/bindings', { onRequest: requireCaller(ports, 'asset.write'), schema }, async (request, reply) => {
    const { manifestId, alg: algorithm, value } = request.body;
    const organizationId = organizationIdOf(request, undefined);
    await bindManifest(ports, callerOf(request), organizationId, { manifestId, algorithm, value });
    return reply.code(204).send();
  });
}
