/** GET /v1/auth/me: the account of the caller. @module */
import { z } from 'zod';
import { accountVersion } from '../../../app/versions.ts';
import { ownAccount } from '../../../app/accounts/ownAccount.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { isKnown, showVersion } from '../../request/entityTags.ts';
import { Me } from '../../schemas/accounts/auth.ts';
import { failures } from '../../schemas/common.ts';
import { requireCaller, userOf } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { meView } from '../../views/user.ts';
import { ACCOUNT } from './accountFailures.ts';

const schema = {
  operationId: 'me',
  summary: 'The account of the caller',
  description: 'With the personal organization, in which requests act that name no other.',
  tags: ['Accounts'],
  security: credentials('account.manage'),
  response: {
    200: Me,
    304: z.undefined().describe('Unchanged since `If-None-Match`.'),
    ...failures(...ACCOUNT),
  },
};

export function meRoute(app: App, { ports }: RouteDeps): void {
  app.get('/v1/auth/me', { onRequest: requireCaller(ports), schema }, async (request, reply) => {
    const { user } = userOf(request);
    const view = showVersion(reply, accountVersion(user), meView(await ownAccount(ports, user)));
    return isKnown(request, accountVersion(user)) ? reply.code(304).send() : view;
  });
}
