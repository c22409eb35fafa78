/** GET /v1/organizations/: list your organizations. @module */
import { listOrganizations } from '../../../app/organizations/browseOrganizations.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { askedPage, pageView } from '../../request/paging.ts';
import { failures } from '../../schemas/common.ts';
import { ListQuery, OrganizationPage } from '../../schemas/organizations/organization.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials, NEEDS_CREDENTIAL } from '../../security/security.ts';
import { organizationView } from '../../views/organization.ts';

const schema = {
  operationId: 'listOrganizations',
  summary: 'List your organizations',
  description: 'All of which you are a member, with your role in each.',
  tags: ['Organizations'],
  security: credentials('organization.see'),
  querystring: ListQuery,
  response: { 200: OrganizationPage, ...failures(...NEEDS_CREDENTIAL, 'VALIDATION_ERROR') },
};

export function listOrganizationsRoute(app: App, { ports, settings }: RouteDeps): void {
  app.get(
    '/v1/organizations/',
    { onRequest: requireCaller(ports, 'organization.see'), schema },
    async (request, reply) => {
      const asked = askedPage(request.query);
      const { items, total } = await listOrganizations(ports, callerOf(request), asked);
      const views = items.map((own) => organizationView(own, ports.limits.plans));
      return pageView(settings, request, reply, asked, { items: views, total });
    },
  );
}
