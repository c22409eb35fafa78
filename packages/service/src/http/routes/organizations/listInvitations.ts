/** GET /v1/organizations/:organization_id/invitations: list invitations. @module */
import { listInvitations } from '../../../app/organizations/browseOrganizations.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { askedPage, pageView } from '../../request/paging.ts';
import { failures } from '../../schemas/common.ts';
import { InvitationPage, ListQuery, OrganizationParams } from '../../schemas/organizations/organization.ts';
import { callerOf } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { invitationView } from '../../views/organization.ts';
import { inOrganization, ITEM } from './organizationItem.ts';

const schema = {
  operationId: 'listInvitations',
  summary: 'List invitations',
  description: 'Those that were neither accepted nor withdrawn.',
  tags: ['Organizations'],
  security: credentials('member.manage'),
  params: OrganizationParams,
  querystring: ListQuery,
  response: { 200: InvitationPage, ...failures(...ITEM) },
};

export function listInvitationsRoute(app: App, { ports, settings }: RouteDeps): void {
  app.get(
    '/v1/organizations/:organization_id/invitations',
    { onRequest: inOrganization(ports, 'member.manage'), schema },
    async (request, reply) => {
      const asked = askedPage(request.query);
      const { items, total } = await listInvitations(ports, callerOf(request), request.params.organization_id, asked);
      return pageView(settings, request, reply, asked, { items: items.map(invitationView), total });
    },
  );
}
