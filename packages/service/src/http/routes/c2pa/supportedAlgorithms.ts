/** GET /v1/c2pa/services/supportedAlgorithms: soft bindings that this service resolves. @module */
import type { App, RouteDeps } from '../../httpDeps.ts';
import { AlgorithmsBody } from '../../schemas/c2pa.ts';
import { failures } from '../../schemas/common.ts';
import { NO_CREDENTIAL } from '../../security/security.ts';

const schema = {
  operationId: 'supportedAlgorithms',
  summary: 'Soft bindings that this service resolves',
  description: 'Watermarks and fingerprints by the names of the C2PA list.',
  tags: ['Content Credentials'],
  security: NO_CREDENTIAL,
  response: { 200: AlgorithmsBody, ...failures() },
};

export function supportedAlgorithmsRoute(app: App, { ports }: RouteDeps): void {
  app.get('/v1/c2pa/services/supportedAlgorithms', { schema }, async () => {
    const { tracks, fingerprint } = ports.credentials.algorithms;
    return { watermarks: Object.values(tracks).map((alg) => ({ alg })), fingerprints: [{ alg: fingerprint }] };
  });
}
