/** DELETE /v1/auth/browser-session: sign out on a page. @module */
import { z } from 'zod';
import { endRefreshedSession } from '../../../app/accounts/refreshSession.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { requirePage } from '../../request/browserRequest.ts';
import { clearCookie, cookieOf } from '../../request/cookies.ts';
import { failures } from '../../schemas/common.ts';
import { NO_CREDENTIAL } from '../../security/security.ts';
import { SESSION_PATH } from './browserSession.ts';

const schema = {
  operationId: 'endBrowserSession',
  summary: 'Sign out on a page',
  description: 'Ends the session of the cookie, if it still lives, and takes the cookie away.',
  tags: ['Accounts'],
  security: NO_CREDENTIAL,
  response: { 204: z.undefined().describe('Nobody is signed in here any more.'), ...failures('FORBIDDEN') },
};

export function endBrowserSessionRoute(app: App, { ports, settings }: RouteDeps): void {
  app.delete(SESSION_PATH, { onRequest: requirePage(settings), schema }, async (request, reply) => {
    const base = settings.publicBaseUrl();
    const token = cookieOf(request, base, 'assay_session');
    if (token !== null) await endRefreshedSession(ports, token);
    clearCookie(reply, base, 'assay_session');
    return reply.code(204).send();
  });
}
