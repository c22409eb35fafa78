/** Organizations. @module */
import { z } from 'zod';
import { getOrganization, listOrganizations } from '../../app/organizations/browseOrganizations.ts';
import {
  deleteOrganization,
  editOrganization,
  type OrganizationPatch,
} from '../../app/organizations/changeOrganization.ts';
import { createOrganization } from '../../app/organizations/createOrganization.ts';
import { leaveOrganization, transferOrganization } from '../../app/organizations/members.ts';
import { callerOf, requireCaller } from '../auth.ts';
import type { App, HttpDeps } from '../httpDeps.ts';
import { pageView } from '../paging.ts';
import { failures } from '../schemas/common.ts';
import {
  ConfirmHeader,
  DeleteConfirmation,
  ListQuery,
  NewOrganizationBody,
  OrganizationBody,
  OrganizationPage,
  OrganizationParams,
  OrganizationPatchBody,
  TransferBody,
} from '../schemas/organization.ts';
import { credentials, NEEDS_CREDENTIAL } from '../security.ts';
import { organizationView } from '../views/organization.ts';
import { BODY, inOrganization, ITEM, tags, traceOf } from './organizationRoutes.ts';

/** Of the members that were sent; `null` clears. */
function patchOf(body: z.output<typeof OrganizationPatchBody>): OrganizationPatch {
  const { logo_url, public_verification, retention_days, name, slug, description, plan } = body;
  const fields = {
    name,
    slug,
    plan,
    description,
    logoUrl: logo_url,
    publicVerification: public_verification,
    retentionDays: retention_days,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as OrganizationPatch;
}

export function registerOrganizationRoutes(app: App, { ports, settings }: HttpDeps): void {
  app.post(
    '/v1/organizations/',
    {
      onRequest: requireCaller(ports),
      schema: {
        operationId: 'createOrganization',
        summary: 'Make an organization',
        description: 'You become its owner. Its pictures, keys and webhooks are apart from all others.',
        tags,
        security: credentials('account.manage'),
        body: NewOrganizationBody,
        response: {
          201: OrganizationBody,
          ...failures(...NEEDS_CREDENTIAL, ...BODY, 'FORBIDDEN', 'QUOTA_EXCEEDED', 'SLUG_ALREADY_EXISTS'),
        },
      },
    },
    async (request, reply) => {
      const { name, slug, plan, description, logo_url } = request.body;
      const input = { name, slug: slug ?? null, plan, description: description ?? null, logoUrl: logo_url ?? null };
      const organization = await createOrganization(ports, callerOf(request), traceOf(request), input);
      const view = organizationView({ organization, role: 'owner', membersCount: 1, assetsCount: 0 });
      return reply.code(201).header('location', `/v1/organizations/${organization.id}`).send(view);
    },
  );

  app.get(
    '/v1/organizations/',
    {
      onRequest: requireCaller(ports, 'organization.see'),
      schema: {
        operationId: 'listOrganizations',
        summary: 'List your organizations',
        tags,
        security: credentials('organization.see'),
        querystring: ListQuery,
        response: { 200: OrganizationPage, ...failures(...NEEDS_CREDENTIAL, 'VALIDATION_ERROR') },
      },
    },
    async (request, reply) => {
      const asked = { page: request.query.page, pageSize: request.query.page_size };
      const { items, total } = await listOrganizations(ports, callerOf(request), asked);
      return pageView(settings, request, reply, asked, { items: items.map(organizationView), total });
    },
  );

  app.get(
    '/v1/organizations/:organization_id',
    {
      onRequest: inOrganization(ports, 'organization.see'),
      schema: {
        operationId: 'getOrganization',
        summary: 'Read an organization',
        tags,
        security: credentials('organization.see'),
        params: OrganizationParams,
        response: { 200: OrganizationBody, ...failures(...ITEM) },
      },
    },
    async (request) =>
      organizationView(await getOrganization(ports, callerOf(request), request.params.organization_id)),
  );

  app.patch(
    '/v1/organizations/:organization_id',
    {
      onRequest: inOrganization(ports, 'organization.change'),
      schema: {
        operationId: 'editOrganization',
        summary: 'Edit an organization',
        description: 'For owners and admins; the plan for owners alone.',
        tags,
        security: credentials('organization.change'),
        params: OrganizationParams,
        body: OrganizationPatchBody,
        response: { 200: OrganizationBody, ...failures(...ITEM, ...BODY, 'SLUG_ALREADY_EXISTS') },
      },
    },
    async (request) => {
      const { organization_id } = request.params;
      const patch = patchOf(request.body);
      return organizationView(
        await editOrganization(ports, callerOf(request), traceOf(request), organization_id, patch),
      );
    },
  );

  app.delete(
    '/v1/organizations/:organization_id',
    {
      onRequest: inOrganization(ports, 'organization.delete'),
      schema: {
        operationId: 'deleteOrganization',
        summary: 'Delete an organization with everything in it',
        description: 'For owners. `confirm`, in the body or as a header, repeats the slug.',
        tags,
        security: credentials('organization.delete'),
        params: OrganizationParams,
        headers: ConfirmHeader,
        body: DeleteConfirmation,
        response: { 204: z.undefined().describe('Deleted.'), ...failures(...ITEM, ...BODY, 'CONFLICT') },
      },
    },
    async (request, reply) => {
      const confirm = request.body?.confirm ?? request.headers.confirm ?? null;
      await deleteOrganization(ports, callerOf(request), request.params.organization_id, confirm);
      return reply.code(204).send();
    },
  );

  app.post(
    '/v1/organizations/:organization_id/transfer',
    {
      onRequest: inOrganization(ports, 'organization.transfer'),
      schema: {
        operationId: 'transferOrganization',
        summary: 'Hand an organization over to another member',
        tags,
        security: credentials('organization.transfer'),
        params: OrganizationParams,
        body: TransferBody,
        response: { 200: OrganizationBody, ...failures(...ITEM, ...BODY, 'MEMBER_NOT_FOUND', 'CONFLICT') },
      },
    },
    async (request) => {
      const { organization_id } = request.params;
      const who = callerOf(request);
      await transferOrganization(ports, who, traceOf(request), organization_id, request.body.user_id);
      return organizationView(await getOrganization(ports, who, organization_id));
    },
  );

  app.post(
    '/v1/organizations/:organization_id/leave',
    {
      onRequest: inOrganization(ports, 'account.manage'),
      schema: {
        operationId: 'leaveOrganization',
        summary: 'Leave an organization',
        description: 'Your API keys there are revoked.',
        tags,
        security: credentials('account.manage'),
        params: OrganizationParams,
        response: { 204: z.undefined().describe('You left.'), ...failures(...ITEM, 'LAST_OWNER', 'CONFLICT') },
      },
    },
    async (request, reply) => {
      await leaveOrganization(ports, callerOf(request), traceOf(request), request.params.organization_id);
      return reply.code(204).send();
    },
  );
}
