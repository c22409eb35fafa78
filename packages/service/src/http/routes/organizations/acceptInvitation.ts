/** POST /v1/invitations/accept: accept an invitation. @module */
import { getMember } from '../../../app/organizations/browseOrganizations.ts';
import { acceptInvitation } from '../../../app/organizations/invitations.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { CHECKED_BODY, failures } from '../../schemas/common.ts';
import { AcceptBody, MemberBody } from '../../schemas/organizations/organization.ts';
import { onceOf } from '../../request/idempotency.ts';
import { requireCaller, traceOf, userOf } from '../../security/auth.ts';
import { credentials, NEEDS_CREDENTIAL } from '../../security/security.ts';
import { memberView } from '../../views/organization.ts';

const schema = {
  operationId: 'acceptInvitation',
  summary: 'Accept an invitation',
  description: 'Sign in with the address to which it was sent.',
  tags: ['Organizations'],
  security: credentials('account.manage'),
  body: AcceptBody,
  response: {
    200: MemberBody,
    ...failures(
      ...NEEDS_CREDENTIAL,
      ...CHECKED_BODY,
      'FORBIDDEN',
      'QUOTA_EXCEEDED',
      'INVITATION_NOT_FOUND',
      'GONE',
      'MEMBER_ALREADY_EXISTS',
    ),
  },
};

export function acceptInvitationRoute(app: App, { ports }: RouteDeps): void {
  app.post('/v1/invitations/accept', { onRequest: requireCaller(ports), schema }, async (request) => {
    const caller = userOf(request);
    const { organizationId, userId } = await acceptInvitation(
      ports,
      caller,
      traceOf(request),
      request.body.token,
      onceOf(request),
    );
    return memberView(await getMember(ports, caller, organizationId, userId));
  });
}
