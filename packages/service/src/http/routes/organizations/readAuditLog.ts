/** GET /v1/organizations/:organization_id/audit-log: who did what. @module */
import { readAuditLog } from '../../../app/organizations/browseOrganizations.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { askedPage, pageView } from '../../request/paging.ts';
import { failures } from '../../schemas/common.ts';
import { AuditPage, ListQuery, OrganizationParams } from '../../schemas/organizations/organization.ts';
import { callerOf } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { auditEntryView } from '../../views/organization.ts';
import { inOrganization, ITEM } from './organizationItem.ts';

const schema = {
  operationId: 'readAuditLog',
  summary: 'Who did what',
  description: 'For owners and admins. A chain of hashes: whoever changes an entry breaks it.',
  tags: ['Organizations'],
  security: credentials('audit.see'),
  params: OrganizationParams,
  querystring: ListQuery,
  response: { 200: AuditPage, ...failures(...ITEM) },
};

export function readAuditLogRoute(app: App, { ports, settings }: RouteDeps): void {
  app.get(
    '/v1/organizations/:organization_id/audit-log',
    { onRequest: inOrganization(ports, 'audit.see'), schema },
    async (request, reply) => {
      const asked = askedPage(request.query);
      const { items, total } = await readAuditLog(ports, callerOf(request), request.params.organization_id, asked);
      return pageView(settings, request, reply, asked, { items: items.map(auditEntryView), total });
    },
  );
}
