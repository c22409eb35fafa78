/** Where somebody is signed in, and how to end it. @module */
import { z } from 'zod';
import { endAllSessions, endSession, listSessions } from '../../app/accounts/sessions.ts';
import { requireCaller, userOf } from '../auth.ts';
import type { App, HttpDeps } from '../httpDeps.ts';
import { pageView } from '../paging.ts';
import { SessionPage, SessionParams } from '../schemas/account.ts';
import { failures, pageQuery } from '../schemas/common.ts';
import { credentials, NEEDS_CREDENTIAL } from '../security.ts';
import { sessionView } from '../views/user.ts';

const tags = ['Accounts'];
const security = credentials('account.manage');
const AUTH = [...NEEDS_CREDENTIAL, 'FORBIDDEN'] as const;

export function registerAuthSessionRoutes(app: App, { ports, settings }: HttpDeps): void {
  const onRequest = requireCaller(ports);

  app.get(
    '/v1/auth/sessions',
    {
      onRequest,
      schema: {
        operationId: 'listSessions',
        summary: 'Where you are signed in',
        tags,
        security,
        querystring: z.object(pageQuery),
        response: { 200: SessionPage, ...failures(...AUTH, 'VALIDATION_ERROR') },
      },
    },
    async (request, reply) => {
      const caller = userOf(request);
      const asked = { page: request.query.page, pageSize: request.query.page_size };
      const all = await listSessions(ports, caller);
      const shown = all.slice((asked.page - 1) * asked.pageSize, asked.page * asked.pageSize);
      const items = shown.map((session) => sessionView(session, caller.sessionId));
      return pageView(settings, request, reply, asked, { items, total: all.length });
    },
  );

  app.delete(
    '/v1/auth/sessions',
    {
      onRequest,
      schema: {
        operationId: 'endAllSessions',
        summary: 'Log out everywhere, here as well',
        tags,
        security,
        response: { 204: z.undefined().describe('All sessions have ended.'), ...failures(...AUTH) },
      },
    },
    async (request, reply) => {
      await endAllSessions(ports, userOf(request));
      return reply.code(204).send();
    },
  );

  app.delete(
    '/v1/auth/sessions/:session_id',
    {
      onRequest,
      schema: {
        operationId: 'endSession',
        summary: 'End one session',
        tags,
        security,
        params: SessionParams,
        response: {
          204: z.undefined().describe('Its tokens are refused from now on.'),
          ...failures(...AUTH, 'SESSION_NOT_FOUND', 'VALIDATION_ERROR'),
        },
      },
    },
    async (request, reply) => {
      await endSession(ports, userOf(request), request.params.session_id);
      return reply.code(204).send();
    },
  );
}
