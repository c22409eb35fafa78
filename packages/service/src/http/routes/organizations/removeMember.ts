/** DELETE /v1/organizations/:organization_id/members/:user_id: remove a member. @module */
import { z } from 'zod';
import { removeMember } from '../../../app/organizations/members.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { failures } from '../../schemas/common.ts';
import { MemberParams } from '../../schemas/organizations/organization.ts';
import { callerOf, traceOf } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { inOrganization, ITEM } from './organizationItem.ts';

const schema = {
  operationId: 'removeMember',
  summary: 'Remove a member',
  description: 'With the API keys that the member made there. Everybody may remove himself.',
  tags: ['Organizations'],
  security: credentials('member.manage'),
  params: MemberParams,
  response: {
    204: z.undefined().describe('Removed.'),
    ...failures(...ITEM, 'MEMBER_NOT_FOUND', 'LAST_OWNER', 'CONFLICT'),
  },
};

export function removeMemberRoute(app: App, { ports }: RouteDeps): void {
  app.delete(
    '/v1/organizations/:organization_id/members/:user_id',
    { onRequest: inOrganization(ports, 'organization.see'), schema },
    async (request, reply) => {
      const { organization_id, user_id } = request.params;
      await removeMember(ports, callerOf(request), traceOf(request), organization_id, user_id);
      return reply.code(204).send();
    },
  );
}
