/** Invitations to an organization. @module */
import { z } from 'zod';
import { getMember, listInvitations } from '../../app/organizations/browseOrganizations.ts';
import { acceptInvitation, invite, revokeInvitation } from '../../app/organizations/invitations.ts';
import { callerOf, requireCaller, userOf } from '../auth.ts';
import type { App, HttpDeps } from '../httpDeps.ts';
import { pageView } from '../paging.ts';
import { failures } from '../schemas/common.ts';
import {
  AcceptBody,
  InvitationBody,
  InvitationPage,
  InvitationParams,
  ListQuery,
  MemberBody,
  NewInvitationBody,
  OrganizationParams,
} from '../schemas/organization.ts';
import { credentials, NEEDS_CREDENTIAL } from '../security.ts';
import { invitationView, memberView } from '../views/organization.ts';
import { BODY, inOrganization, ITEM, tags, traceOf } from './organizationRoutes.ts';

export function registerInvitationRoutes(app: App, { ports, settings }: HttpDeps): void {
  app.post(
    '/v1/organizations/:organization_id/invitations',
    {
      onRequest: inOrganization(ports, 'member.manage'),
      schema: {
        operationId: 'invite',
        summary: 'Invite somebody by mail',
        description: 'The link in the mail works once, for seven days. Inviting an address again replaces its link.',
        tags,
        security: credentials('member.manage'),
        params: OrganizationParams,
        body: NewInvitationBody,
        response: {
          201: InvitationBody,
          ...failures(...ITEM, ...BODY, 'EMAIL_NOT_VERIFIED', 'QUOTA_EXCEEDED', 'MEMBER_ALREADY_EXISTS'),
        },
      },
    },
    async (request, reply) => {
      const { organization_id } = request.params;
      const base = settings.publicBaseUrl();
      const made = await invite(ports, callerOf(request), traceOf(request), organization_id, request.body, base);
      const at = `/v1/organizations/${organization_id}/invitations`;
      return reply.code(201).header('location', at).send(invitationView(made));
    },
  );

  app.get(
    '/v1/organizations/:organization_id/invitations',
    {
      onRequest: inOrganization(ports, 'member.manage'),
      schema: {
        operationId: 'listInvitations',
        summary: 'List invitations',
        tags,
        security: credentials('member.manage'),
        params: OrganizationParams,
        querystring: ListQuery,
        response: { 200: InvitationPage, ...failures(...ITEM) },
      },
    },
    async (request, reply) => {
      const asked = { page: request.query.page, pageSize: request.query.page_size };
      const { items, total } = await listInvitations(ports, callerOf(request), request.params.organization_id, asked);
      return pageView(settings, request, reply, asked, { items: items.map(invitationView), total });
    },
  );

  app.delete(
    '/v1/organizations/:organization_id/invitations/:invitation_id',
    {
      onRequest: inOrganization(ports, 'member.manage'),
      schema: {
        operationId: 'revokeInvitation',
        summary: 'Withdraw an invitation',
        tags,
        security: credentials('member.manage'),
        params: InvitationParams,
        response: { 204: z.undefined().describe('Withdrawn.'), ...failures(...ITEM, 'INVITATION_NOT_FOUND') },
      },
    },
    async (request, reply) => {
      const { organization_id, invitation_id } = request.params;
      await revokeInvitation(ports, callerOf(request), traceOf(request), organization_id, invitation_id);
      return reply.code(204).send();
    },
  );

  app.post(
    '/v1/invitations/accept',
    {
      onRequest: requireCaller(ports),
      schema: {
        operationId: 'acceptInvitation',
        summary: 'Accept an invitation',
        description: 'Sign in with the address to which it was sent.',
        tags,
        security: credentials('account.manage'),
        body: AcceptBody,
        response: {
          200: MemberBody,
          ...failures(
            ...NEEDS_CREDENTIAL,
            ...BODY,
            'FORBIDDEN',
            'QUOTA_EXCEEDED',
            'INVITATION_NOT_FOUND',
            'GONE',
            'MEMBER_ALREADY_EXISTS',
          ),
        },
      },
    },
    async (request) => {
      const who = userOf(request);
      const { organizationId, userId } = await acceptInvitation(ports, who, traceOf(request), request.body.token);
      return memberView(await getMember(ports, who, organizationId, userId));
    },
  );
}
