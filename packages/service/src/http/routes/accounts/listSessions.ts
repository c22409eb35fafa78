/** GET /v1/auth/sessions: where you are signed in. @module */
import { z } from 'zod';
import { listSessions } from '../../../app/accounts/sessions.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { askedPage, pageView, sliceOf } from '../../request/paging.ts';
import { SessionPage } from '../../schemas/accounts/account.ts';
import { failures, pageQuery } from '../../schemas/common.ts';
import { requireCaller, userOf } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { sessionView } from '../../views/user.ts';
import { ACCOUNT } from './accountFailures.ts';

const schema = {
  operationId: 'listSessions',
  summary: 'Where you are signed in',
  description: 'Those that have not ended, the newest first; the one that asks is marked.',
  tags: ['Accounts'],
  security: credentials('account.manage'),
  querystring: z.object(pageQuery),
  response: { 200: SessionPage, ...failures(...ACCOUNT, 'VALIDATION_ERROR') },
};

export function listSessionsRoute(app: App, { ports, settings }: RouteDeps): void {
  app.get('/v1/auth/sessions', { onRequest: requireCaller(ports), schema }, async (request, reply) => {
    const caller = userOf(request);
    const asked = askedPage(request.query);
    const { items, total } = sliceOf(await listSessions(ports, caller), asked);
    const views = items.map((session) => sessionView(session, caller.sessionId));
    return pageView(settings, request, reply, asked, { items: views, total });
  });
}
