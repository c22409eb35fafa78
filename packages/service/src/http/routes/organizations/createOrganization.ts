/** POST /v1/organizations/: make an organization. @module */
import { createOrganization } from '../../../app/organizations/createOrganization.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { onceOf } from '../../request/idempotency.ts';
import { CHECKED_BODY, failures } from '../../schemas/common.ts';
import { NewOrganizationBody, OrganizationBody } from '../../schemas/organizations/organization.ts';
import { callerOf, requireCaller, traceOf } from '../../security/auth.ts';
import { credentials, NEEDS_CREDENTIAL } from '../../security/security.ts';
import { answerOrganization } from './organizationItem.ts';

const schema = {
  operationId: 'createOrganization',
  summary: 'Make an organization',
  description: 'You become its owner. Its pictures, keys and webhooks are apart from all others.',
  tags: ['Organizations'],
  security: credentials('account.manage'),
  body: NewOrganizationBody,
  response: {
    201: OrganizationBody,
    ...failures(...NEEDS_CREDENTIAL, ...CHECKED_BODY, 'FORBIDDEN', 'QUOTA_EXCEEDED', 'SLUG_ALREADY_EXISTS'),
  },
};

export function createOrganizationRoute(app: App, { ports }: RouteDeps): void {
  app.post('/v1/organizations/', { onRequest: requireCaller(ports), schema }, async (request, reply) => {
    const { name, slug, plan, description, logo_url } = request.body;
    const input = { name, slug: slug ?? null, plan, description: description ?? null, logoUrl: logo_url ?? null };
    const organization = await createOrganization(ports, callerOf(request), traceOf(request), input, onceOf(request));
    const view = answerOrganization(ports, reply, { organization, role: 'owner', membersCount: 1, assetsCount: 0 });
    return reply.code(201).header('location', `/v1/organizations/${organization.id}`).send(view);
  });
}
