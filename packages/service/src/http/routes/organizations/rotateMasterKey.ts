/** POST /v1/organizations/:organization_id/keys/rotate: sign with a new key from now on. @module */
import { rotateMasterKey } from '../../../app/organizations/changeOrganization.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { failures } from '../../schemas/common.ts';
import { onceOf } from '../../request/idempotency.ts';
import { MasterKeyBody, OrganizationParams } from '../../schemas/organizations/organization.ts';
import { callerOf, traceOf } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { keyId } from '../../views/keyId.ts';
import { masterKeyView } from '../../views/organization.ts';
import { inOrganization, ITEM } from './organizationItem.ts';

const schema = {
  operationId: 'rotateMasterKey',
  summary: 'Sign with a new key from now on',
  description: 'The old ones stay published: what they signed still verifies.',
  tags: ['Organizations'],
  security: credentials('organization.rotateKey'),
  params: OrganizationParams,
  response: { 201: MasterKeyBody, ...failures(...ITEM) },
};

export function rotateMasterKeyRoute(app: App, { ports }: RouteDeps): void {
  app.post(
    '/v1/organizations/:organization_id/keys/rotate',
    { onRequest: inOrganization(ports, 'organization.rotateKey'), schema },
    async (request, reply) => {
      const { organization_id } = request.params;
      const once = onceOf(request);
      const key = await rotateMasterKey(ports, callerOf(request), traceOf(request), organization_id, once);
      const view = masterKeyView(key, keyId(key.publicKey));
      return reply.code(201).header('location', `/v1/organizations/${organization_id}/keys`).send(view);
    },
  );
}
