/** DELETE /v1/auth/sessions: log out everywhere, here as well. @module */
import { z } from 'zod';
import { endAllSessions } from '../../../app/accounts/sessions.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { EndSessionsBody } from '../../schemas/accounts/account.ts';
import { CHECKED_BODY, failures } from '../../schemas/common.ts';
import { requireCaller, traceOf, userOf } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { ACCOUNT } from './accountFailures.ts';

const schema = {
  operationId: 'endAllSessions',
  summary: 'Log out everywhere, here as well',
  description: 'Links in mails end as well and, without `keep_api_keys`, the API keys that you made.',
  tags: ['Accounts'],
  security: credentials('account.manage'),
  body: EndSessionsBody,
  response: { 204: z.undefined().describe('All sessions have ended.'), ...failures(...ACCOUNT, ...CHECKED_BODY) },
};

export function endAllSessionsRoute(app: App, { ports }: RouteDeps): void {
  app.delete('/v1/auth/sessions', { onRequest: requireCaller(ports), schema }, async (request, reply) => {
    await endAllSessions(ports, userOf(request), traceOf(request), request.body?.keep_api_keys ?? false);
    return reply.code(204).send();
  });
}
