/** POST /v1/organizations/:organization_id/transfer: hand an organization over to another member. @module */
import { getOrganization } from '../../../app/organizations/browseOrganizations.ts';
import { transferOrganization } from '../../../app/organizations/members.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { CHECKED_BODY, failures } from '../../schemas/common.ts';
import { OrganizationBody, OrganizationParams, TransferBody } from '../../schemas/organizations/organization.ts';
import { traceOf, userOf } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { organizationView } from '../../views/organization.ts';
import { GUARDED } from '../accounts/accountFailures.ts';
import { inOrganization, ITEM } from './organizationItem.ts';

const schema = {
  operationId: 'transferOrganization',
  summary: 'Hand an organization over to another member',
  description: `The new owner must be a member already. \`password\` is that of the caller. ${GUARDED}`,
  tags: ['Organizations'],
  security: credentials('organization.transfer'),
  params: OrganizationParams,
  body: TransferBody,
  response: {
    200: OrganizationBody,
    ...failures(...ITEM, ...CHECKED_BODY, 'MEMBER_NOT_FOUND', 'INVALID_CREDENTIALS', 'CONFLICT'),
  },
};

export function transferOrganizationRoute(app: App, { ports }: RouteDeps): void {
  app.post(
    '/v1/organizations/:organization_id/transfer',
    { onRequest: inOrganization(ports, 'organization.transfer'), schema },
    async (request) => {
      const { organization_id } = request.params;
      const caller = userOf(request);
      const { user_id: userId, password = null } = request.body;
      await transferOrganization(ports, caller, traceOf(request), organization_id, { userId, password });
      return organizationView(await getOrganization(ports, caller, organization_id), ports.limits.plans);
    },
  );
}
