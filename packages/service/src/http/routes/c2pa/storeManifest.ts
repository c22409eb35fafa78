/** POST /v1/c2pa/manifests: store a manifest for others to find. @module */
import { storeManifest } from '../../../app/credentials/storeManifests.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { onceOf } from '../../request/idempotency.ts';
import { organizationIdOf } from '../../request/organizationHeader.ts';
import { receiveBytes } from '../../request/receiveBytes.ts';
import { StoredManifestBody } from '../../schemas/c2pa.ts';
import { failures } from '../../schemas/common.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { MEMBER } from './manifestStore.ts';

const MANIFEST_STORE = ['application/c2pa', 'application/x-c2pa-manifest-store', 'application/octet-stream'];

/** Of one manifest store; with its thumbnails an ordinary one stays below half of it. */
const STORE_BYTES_MAX = 1024 * 1024;

const schema = {
  operationId: 'storeManifest',
  summary: 'Store a manifest for others to find',
  description: 'The body is a manifest store, `application/c2pa`, of at most 1 MiB. Everyone may read it then.',
  tags: ['Content Credentials'],
  security: credentials('asset.write'),
  response: {
    201: StoredManifestBody,
    ...failures(
      ...MEMBER,
      ...(['INVALID_FILE_TYPE', 'FILE_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'CONFLICT', 'QUOTA_EXCEEDED'] as const),
    ),
  },
};

export function storeManifestRoute(app: App, { ports, budget }: RouteDeps): void {
  app.post(
    '/v1/c2pa/manifests',
    { onRequest: requireCaller(ports, 'asset.write'), config: { rawBody: MANIFEST_STORE }, schema },
    async (request, reply) =>
      receiveBytes(budget, [request, reply], STORE_BYTES_MAX, async (bytes) => {
        const organizationId = organizationIdOf(request, undefined);
        const manifestId = await storeManifest(ports, callerOf(request), organizationId, bytes, onceOf(request));
        reply.code(201).header('location', `/v1/c2pa/manifests/${encodeURIComponent(manifestId)}`);
        return { manifestId };
      }),
  );
}
