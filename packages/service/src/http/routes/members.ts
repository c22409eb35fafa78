/** Members of an organization, its audit log, its signing keys. @module */
import { z } from 'zod';
import { getMember, listMasterKeys, listMembers, readAuditLog } from '../../app/organizations/browseOrganizations.ts';
import { rotateMasterKey } from '../../app/organizations/changeOrganization.ts';
import { changeRole, removeMember } from '../../app/organizations/members.ts';
import { callerOf } from '../auth.ts';
import type { App, HttpDeps } from '../httpDeps.ts';
import { pageView } from '../paging.ts';
import { failures } from '../schemas/common.ts';
import {
  AuditPage,
  JwksBody,
  ListQuery,
  MasterKeyBody,
  MasterKeyPage,
  MemberBody,
  MemberPage,
  MemberParams,
  OrganizationParams,
  RoleBody,
} from '../schemas/organization.ts';
import { credentials, NO_CREDENTIAL } from '../security.ts';
import { keyId } from '../views/keyId.ts';
import { auditEntryView, jwkView, masterKeyView, memberView } from '../views/organization.ts';
import { BODY, inOrganization, ITEM, tags, traceOf } from './organizationRoutes.ts';

/** Long enough to spare requests, short enough that a new key is known soon. */
const JWKS_CACHE = 'public, max-age=300';

export function registerMemberRoutes(app: App, { ports, settings }: HttpDeps): void {
  app.get(
    '/v1/organizations/:organization_id/members',
    {
      onRequest: inOrganization(ports, 'organization.see'),
      schema: {
        operationId: 'listMembers',
        summary: 'List the members',
        tags,
        security: credentials('organization.see'),
        params: OrganizationParams,
        querystring: ListQuery,
        response: { 200: MemberPage, ...failures(...ITEM) },
      },
    },
    async (request, reply) => {
      const asked = { page: request.query.page, pageSize: request.query.page_size };
      const { items, total } = await listMembers(ports, callerOf(request), request.params.organization_id, asked);
      return pageView(settings, request, reply, asked, { items: items.map(memberView), total });
    },
  );

  app.patch(
    '/v1/organizations/:organization_id/members/:user_id',
    {
      onRequest: inOrganization(ports, 'member.manage'),
      schema: {
        operationId: 'changeRole',
        summary: 'Change the role of a member',
        description: 'Only owners make and unmake owners. One always remains.',
        tags,
        security: credentials('member.manage'),
        params: MemberParams,
        body: RoleBody,
        response: {
          200: MemberBody,
          ...failures(...ITEM, ...BODY, 'MEMBER_NOT_FOUND', 'LAST_OWNER', 'CONFLICT'),
        },
      },
    },
    async (request) => {
      const { organization_id, user_id } = request.params;
      const change = { userId: user_id, role: request.body.role };
      const who = callerOf(request);
      await changeRole(ports, who, traceOf(request), organization_id, change);
      return memberView(await getMember(ports, who, organization_id, user_id));
    },
  );

  app.delete(
    '/v1/organizations/:organization_id/members/:user_id',
    {
      onRequest: inOrganization(ports, 'organization.see'),
      schema: {
        operationId: 'removeMember',
        summary: 'Remove a member',
        description: 'With the API keys that the member made there. Everybody may remove himself.',
        tags,
        security: credentials('member.manage'),
        params: MemberParams,
        response: {
          204: z.undefined().describe('Removed.'),
          ...failures(...ITEM, 'MEMBER_NOT_FOUND', 'LAST_OWNER', 'CONFLICT'),
        },
      },
    },
    async (request, reply) => {
      const { organization_id, user_id } = request.params;
      await removeMember(ports, callerOf(request), traceOf(request), organization_id, user_id);
      return reply.code(204).send();
    },
  );

  app.get(
    '/v1/organizations/:organization_id/audit-log',
    {
      onRequest: inOrganization(ports, 'audit.see'),
      schema: {
        operationId: 'readAuditLog',
        summary: 'Who did what',
        description: 'For owners and admins. A chain of hashes: whoever changes an entry breaks it.',
        tags,
        security: credentials('audit.see'),
        params: OrganizationParams,
        querystring: ListQuery,
        response: { 200: AuditPage, ...failures(...ITEM) },
      },
    },
    async (request, reply) => {
      const asked = { page: request.query.page, pageSize: request.query.page_size };
      const { items, total } = await readAuditLog(ports, callerOf(request), request.params.organization_id, asked);
      return pageView(settings, request, reply, asked, { items: items.map(auditEntryView), total });
    },
  );

  app.get(
    '/v1/organizations/:organization_id/keys',
    {
      onRequest: inOrganization(ports, 'organization.see'),
      schema: {
        operationId: 'listMasterKeys',
        summary: 'List the signing keys',
        tags,
        security: credentials('organization.see'),
        params: OrganizationParams,
        querystring: ListQuery,
        response: { 200: MasterKeyPage, ...failures(...ITEM) },
      },
    },
    async (request, reply) => {
      const { page, page_size: pageSize } = request.query;
      const keys = await listMasterKeys(ports, callerOf(request), request.params.organization_id);
      const views = keys.map((key) => masterKeyView(key, keyId(key.publicKey)));
      const items = views.slice((page - 1) * pageSize, page * pageSize);
      return pageView(settings, request, reply, { page, pageSize }, { items, total: views.length });
    },
  );

  app.post(
    '/v1/organizations/:organization_id/keys/rotate',
    {
      onRequest: inOrganization(ports, 'organization.rotateKey'),
      schema: {
        operationId: 'rotateMasterKey',
        summary: 'Sign with a new key from now on',
        description: 'The old ones stay published: what they signed still verifies.',
        tags,
        security: credentials('organization.rotateKey'),
        params: OrganizationParams,
        response: { 201: MasterKeyBody, ...failures(...ITEM) },
      },
    },
    async (request, reply) => {
      const { organization_id } = request.params;
      const key = await rotateMasterKey(ports, callerOf(request), traceOf(request), organization_id);
      const view = masterKeyView(key, keyId(key.publicKey));
      return reply.code(201).header('location', `/v1/organizations/${organization_id}/keys`).send(view);
    },
  );

  app.get(
    '/.well-known/jwks.json',
    {
      schema: {
        operationId: 'jwks',
        summary: 'Public signing keys of all organizations',
        description: 'Names of keys tell nothing of their organizations.',
        tags,
        security: NO_CREDENTIAL,
        response: { 200: JwksBody, ...failures() },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', JWKS_CACHE);
      const keys = await ports.organizations.masterKeys(null);
      return { keys: keys.map((key) => jwkView(key, keyId(key.publicKey))) };
    },
  );
}
