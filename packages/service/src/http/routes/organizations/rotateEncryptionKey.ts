/** POST /v1/organizations/:organization_id/encryption-key/rotate: wrap the keys of all encrypted assets anew. @module */
import { rotateEncryptionKey } from '../../../app/organizations/rotateEncryptionKey.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { failures } from '../../schemas/common.ts';
import { OrganizationParams } from '../../schemas/organizations/organization.ts';
import { RotatedKeyBody } from '../../schemas/storage/content.ts';
import { callerOf, traceOf } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { inOrganization, ITEM } from './organizationItem.ts';

const schema = {
  operationId: 'rotateEncryptionKey',
  summary: 'Wrap the keys of all encrypted assets anew',
  description:
    'The old key is destroyed; no file changes, and nothing is unreadable meanwhile. Another key than the one that signs.',
  tags: ['Organizations'],
  security: credentials('organization.rotateKey'),
  params: OrganizationParams,
  response: { 200: RotatedKeyBody, ...failures(...ITEM, 'CONFLICT') },
};

export function rotateEncryptionKeyRoute(app: App, { ports }: RouteDeps): void {
  app.post(
    '/v1/organizations/:organization_id/encryption-key/rotate',
    { onRequest: inOrganization(ports, 'organization.rotateKey'), schema },
    async (request) => {
      const { organization_id } = request.params;
      const rotation = await rotateEncryptionKey(ports, callerOf(request), traceOf(request), organization_id);
      return { organization_id, version: rotation.version, rewrapped: rotation.rewrapped };
    },
  );
}
