/** GET /v1/organizations/:organization_id: read an organization. @module */
import { getOrganization } from '../../../app/organizations/browseOrganizations.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { failures } from '../../schemas/common.ts';
import { OrganizationBody, OrganizationParams } from '../../schemas/organizations/organization.ts';
import { callerOf } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { answerOrganization, inOrganization, ITEM } from './organizationItem.ts';

const schema = {
  operationId: 'getOrganization',
  summary: 'Read an organization',
  description: 'Plan, settings and limits. The `ETag` names its version.',
  tags: ['Organizations'],
  security: credentials('organization.see'),
  params: OrganizationParams,
  response: { 200: OrganizationBody, ...failures(...ITEM) },
};

export function getOrganizationRoute(app: App, { ports }: RouteDeps): void {
  app.get(
    '/v1/organizations/:organization_id',
    { onRequest: inOrganization(ports, 'organization.see'), schema },
    async (request, reply) =>
      answerOrganization(ports, reply, await getOrganization(ports, callerOf(request), request.params.organization_id)),
  );
}
