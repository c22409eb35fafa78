/** GET /v1/auth/identities: with which accounts elsewhere you sign in. @module */
import { z } from 'zod';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { askedPage, pageView, sliceOf } from '../../request/paging.ts';
import { IdentityPage } from '../../schemas/accounts/account.ts';
import { failures, pageQuery } from '../../schemas/common.ts';
import { requireCaller, userOf } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { identityView } from '../../views/user.ts';
import { ACCOUNT } from './accountFailures.ts';

const schema = {
  operationId: 'listIdentities',
  summary: 'With which accounts elsewhere you sign in',
  description: 'Accounts elsewhere with which you sign in here; none is an empty page.',
  tags: ['Accounts'],
  security: credentials('account.manage'),
  querystring: z.object(pageQuery),
  response: { 200: IdentityPage, ...failures(...ACCOUNT, 'VALIDATION_ERROR') },
};

export function listIdentitiesRoute(app: App, { ports, settings }: RouteDeps): void {
  app.get('/v1/auth/identities', { onRequest: requireCaller(ports), schema }, async (request, reply) => {
    const asked = askedPage(request.query);
    const { items, total } = sliceOf(await ports.identities.list(userOf(request).user.id), asked);
    return pageView(settings, request, reply, asked, { items: items.map(identityView), total });
  });
}
