/** GET /v1/auth/oauth/providers: services through which people can sign in. @module */
import { z } from 'zod';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { askedPage, pageView, sliceOf } from '../../request/paging.ts';
import { ProviderPage } from '../../schemas/accounts/oauth.ts';
import { failures, pageQuery } from '../../schemas/common.ts';
import { NO_CREDENTIAL } from '../../security/security.ts';

const schema = {
  operationId: 'listProviders',
  summary: 'Services through which people can sign in',
  description: 'Only those that the operator has switched on; none is an empty page.',
  tags: ['Accounts'],
  security: NO_CREDENTIAL,
  querystring: z.object(pageQuery),
  response: { 200: ProviderPage, ...failures('VALIDATION_ERROR') },
};

export function listProvidersRoute(app: App, { ports, settings }: RouteDeps): void {
  app.get('/v1/auth/oauth/providers', { schema }, async (request, reply) => {
    const asked = askedPage(request.query);
    const { items, total } = sliceOf(ports.identityProviders.all, asked);
    const base = `${settings.publicBaseUrl()}/v1/auth/oauth`;
    const views = items.map(({ id, name }) => ({ id, name, start_url: `${base}/${id}/start` }));
    return pageView(settings, request, reply, asked, { items: views, total });
  });
}
