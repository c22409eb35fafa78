/** POST /v1/organizations/:organization_id/leave: leave an organization. @module */
import { z } from 'zod';
import { leaveOrganization } from '../../../app/organizations/members.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { failures } from '../../schemas/common.ts';
import { OrganizationParams } from '../../schemas/organizations/organization.ts';
import { callerOf, traceOf } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { inOrganization, ITEM } from './organizationItem.ts';

const schema = {
  operationId: 'leaveOrganization',
  summary: 'Leave an organization',
  description: 'Your API keys there are revoked.',
  tags: ['Organizations'],
  security: credentials('account.manage'),
  params: OrganizationParams,
  response: { 204: z.undefined().describe('You left.'), ...failures(...ITEM, 'LAST_OWNER', 'CONFLICT') },
};

export function leaveOrganizationRoute(app: App, { ports }: RouteDeps): void {
  app.post(
    '/v1/organizations/:organization_id/leave',
    { onRequest: inOrganization(ports, 'account.manage'), schema },
    async (request, reply) => {
      await leaveOrganization(ports, callerOf(request), traceOf(request), request.params.organization_id);
      return reply.code(204).send();
    },
  );
}
