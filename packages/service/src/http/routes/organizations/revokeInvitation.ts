/** DELETE /v1/organizations/:organization_id/invitations/:invitation_id: withdraw an invitation. @module */
import { z } from 'zod';
import { revokeInvitation } from '../../../app/organizations/invitations.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { failures } from '../../schemas/common.ts';
import { InvitationParams } from '../../schemas/organizations/organization.ts';
import { callerOf, traceOf } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { inOrganization, ITEM } from './organizationItem.ts';

const schema = {
  operationId: 'revokeInvitation',
  summary: 'Withdraw an invitation',
  description: 'The link of its mail stops working.',
  tags: ['Organizations'],
  security: credentials('member.manage'),
  params: InvitationParams,
  response: { 204: z.undefined().describe('Withdrawn.'), ...failures(...ITEM, 'INVITATION_NOT_FOUND') },
};

export function revokeInvitationRoute(app: App, { ports }: RouteDeps): void {
  app.delete(
    '/v1/organizations/:organization_id/invitations/:invitation_id',
    { onRequest: inOrganization(ports, 'member.manage'), schema },
    async (request, reply) => {
      const { organization_id, invitation_id } = request.params;
      await revokeInvitation(ports, callerOf(request), traceOf(request), organization_id, invitation_id);
      return reply.code(204).send();
    },
  );
}
