/** GET /v1/organizations/:organization_id/keys: list the signing keys. @module */
import { listMasterKeys } from '../../../app/organizations/browseOrganizations.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { askedPage, pageView, sliceOf } from '../../request/paging.ts';
import { failures } from '../../schemas/common.ts';
import { ListQuery, MasterKeyPage, OrganizationParams } from '../../schemas/organizations/organization.ts';
import { callerOf } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { keyId } from '../../views/keyId.ts';
import { masterKeyView } from '../../views/organization.ts';
import { inOrganization, ITEM } from './organizationItem.ts';

const schema = {
  operationId: 'listMasterKeys',
  summary: 'List the signing keys',
  description: 'The public keys that sign its commitments; old ones stay, since old proofs need them.',
  tags: ['Organizations'],
  security: credentials('organization.see'),
  params: OrganizationParams,
  querystring: ListQuery,
  response: { 200: MasterKeyPage, ...failures(...ITEM) },
};

export function listMasterKeysRoute(app: App, { ports, settings }: RouteDeps): void {
  app.get(
    '/v1/organizations/:organization_id/keys',
    { onRequest: inOrganization(ports, 'organization.see'), schema },
    async (request, reply) => {
      const asked = askedPage(request.query);
      const keys = await listMasterKeys(ports, callerOf(request), request.params.organization_id);
      const { items, total } = sliceOf(keys, asked);
      const views = items.map((key) => masterKeyView(key, keyId(key.publicKey)));
      return pageView(settings, request, reply, asked, { items: views, total });
    },
  );
}
