/** POST /v1/organizations/:organization_id/invitations: invite somebody by mail. @module */
import { invite } from '../../../app/organizations/invitations.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { onceOf } from '../../request/idempotency.ts';
import { CHECKED_BODY, failures } from '../../schemas/common.ts';
import { InvitationBody, NewInvitationBody, OrganizationParams } from '../../schemas/organizations/organization.ts';
import { callerOf, traceOf } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { invitationView } from '../../views/organization.ts';
import { inOrganization, ITEM } from './organizationItem.ts';

const schema = {
  operationId: 'invite',
  summary: 'Invite somebody by mail',
  description: 'The link in the mail works once, for seven days. Inviting an address again replaces its link.',
  tags: ['Organizations'],
  security: credentials('member.manage'),
  params: OrganizationParams,
  body: NewInvitationBody,
  response: {
    201: InvitationBody,
    ...failures(...ITEM, ...CHECKED_BODY, 'EMAIL_NOT_VERIFIED', 'QUOTA_EXCEEDED', 'MEMBER_ALREADY_EXISTS'),
  },
};

export function inviteRoute(app: App, { ports, settings }: RouteDeps): void {
  app.post(
    '/v1/organizations/:organization_id/invitations',
    { onRequest: inOrganization(ports, 'member.manage'), schema },
    async (request, reply) => {
      const { organization_id } = request.params;
      const base = settings.publicBaseUrl();
      const by = [ports, callerOf(request), traceOf(request)] as const;
      const made = await invite(...by, organization_id, request.body, base, onceOf(request));
      const at = `/v1/organizations/${organization_id}/invitations`;
      return reply.code(201).header('location', at).send(invitationView(made));
    },
  );
}
