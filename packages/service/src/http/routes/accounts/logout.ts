/** POST /v1/auth/logout: end this session. @module */
import { z } from 'zod';
import { logOut } from '../../../app/accounts/logIn.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { failures } from '../../schemas/common.ts';
import { requireSession, userOf } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { ACCOUNT } from './accountFailures.ts';

const schema = {
  operationId: 'logout',
  summary: 'End this session',
  description: 'Its access and refresh tokens are refused from now on.',
  tags: ['Accounts'],
  security: credentials('account.manage'),
  response: {
    204: z.undefined().describe('Logged out.'),
    ...failures(...ACCOUNT),
  },
};

export function logoutRoute(app: App, { ports }: RouteDeps): void {
  app.post('/v1/auth/logout', { onRequest: requireSession(ports), schema }, async (request, reply) => {
    await logOut(ports, userOf(request));
    return reply.code(204).send();
  });
}
