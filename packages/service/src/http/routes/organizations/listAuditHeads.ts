/** GET /v1/organizations/:organization_id/audit-log/heads: its heads in the transparency log. @module */
import { listAuditHeads } from '../../../app/organizations/browseOrganizations.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { askedPage, pageView } from '../../request/paging.ts';
import { failures } from '../../schemas/common.ts';
import { AuditHeadPage, ListQuery, OrganizationParams } from '../../schemas/organizations/organization.ts';
import { callerOf } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { auditHeadView } from '../../views/organization.ts';
import { inOrganization, ITEM } from './organizationItem.ts';

const schema = {
  operationId: 'listAuditHeads',
  summary: 'Heads of the audit log',
  description:
    'For owners and admins: hold the chain of the audit log to them, and prove with `/v1/transparency/inclusion` that the log has them.',
  tags: ['Organizations'],
  security: credentials('audit.see'),
  params: OrganizationParams,
  querystring: ListQuery,
  response: { 200: AuditHeadPage, ...failures(...ITEM) },
};

export function listAuditHeadsRoute(app: App, { ports, settings }: RouteDeps): void {
  app.get(
    '/v1/organizations/:organization_id/audit-log/heads',
    { onRequest: inOrganization(ports, 'audit.see'), schema },
    async (request, reply) => {
      const asked = askedPage(request.query);
      const { items, total } = await listAuditHeads(ports, callerOf(request), request.params.organization_id, asked);
      return pageView(settings, request, reply, asked, { items: items.map(auditHeadView), total });
    },
  );
}
