/** The encryption key of an organization. @module */
import { rotateEncryptionKey } from '../../app/organizations/rotateEncryptionKey.ts';
import { callerOf } from '../auth.ts';
import type { App, HttpDeps } from '../httpDeps.ts';
import { failures } from '../schemas/common.ts';
import { RotatedKeyBody } from '../schemas/content.ts';
import { OrganizationParams } from '../schemas/organization.ts';
import { credentials } from '../security.ts';
import { inOrganization, ITEM, tags, traceOf } from './organizationRoutes.ts';

export function registerEncryptionKeyRoutes(app: App, { ports }: HttpDeps): void {
  app.post(
    '/v1/organizations/:organization_id/encryption-key/rotate',
    {
      onRequest: inOrganization(ports, 'organization.rotateKey'),
      schema: {
        operationId: 'rotateEncryptionKey',
        summary: 'Wrap the keys of all encrypted assets anew',
        description:
          'The old key is destroyed; no file changes, and nothing is unreadable meanwhile. Another key than the one that signs.',
        tags,
        security: credentials('organization.rotateKey'),
        params: OrganizationParams,
        response: { 200: RotatedKeyBody, ...failures(...ITEM, 'CONFLICT') },
      },
    },
    async (request) => {
      const { organization_id } = request.params;
      const rotation = await rotateEncryptionKey(ports, callerOf(request), traceOf(request), organization_id);
      return { organization_id, version: rotation.version, rewrapped: rotation.rewrapped };
    },
  );
}
