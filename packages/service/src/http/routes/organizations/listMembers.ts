/** GET /v1/organizations/:organization_id/members: list the members. @module */
import { listMembers } from '../../../app/organizations/browseOrganizations.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { askedPage, pageView } from '../../request/paging.ts';
import { failures } from '../../schemas/common.ts';
import { ListQuery, MemberPage, OrganizationParams } from '../../schemas/organizations/organization.ts';
import { callerOf } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { memberView } from '../../views/organization.ts';
import { inOrganization, ITEM } from './organizationItem.ts';

const schema = {
  operationId: 'listMembers',
  summary: 'List the members',
  description: 'With the role of each, the oldest first.',
  tags: ['Organizations'],
  security: credentials('organization.see'),
  params: OrganizationParams,
  querystring: ListQuery,
  response: { 200: MemberPage, ...failures(...ITEM) },
};

export function listMembersRoute(app: App, { ports, settings }: RouteDeps): void {
  app.get(
    '/v1/organizations/:organization_id/members',
    { onRequest: inOrganization(ports, 'organization.see'), schema },
    async (request, reply) => {
      const asked = askedPage(request.query);
      const { items, total } = await listMembers(ports, callerOf(request), request.params.organization_id, asked);
      return pageView(settings, request, reply, asked, { items: items.map(memberView), total });
    },
  );
}
