/** POST /v1/auth/browser-session/refresh: a fresh access token for the page. @module */
import { z } from 'zod';
import { refreshSession } from '../../../app/accounts/refreshSession.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { requirePage } from '../../request/browserRequest.ts';
import { clearCookie, cookieOf } from '../../request/cookies.ts';
import { asAppError } from '../../reply/errorReply.ts';
import { HTTP_STATUS } from '../../reply/errorTable.ts';
import { BrowserSession } from '../../schemas/accounts/browserSession.ts';
import { failures } from '../../schemas/common.ts';
import { NO_CREDENTIAL } from '../../security/security.ts';
import { keepSession, SESSION_PATH } from './browserSession.ts';

const schema = {
  operationId: 'refreshBrowserSession',
  summary: 'Get a fresh access token for the page',
  description:
    'Takes the cookie of the session and replaces it. 204 says that nobody is signed in here; 401 that the session has ended, and its cookie with it.',
  tags: ['Accounts'],
  security: NO_CREDENTIAL,
  response: {
    200: BrowserSession,
    204: z.undefined().describe('Nobody is signed in here.'),
    ...failures('FORBIDDEN', 'TOKEN_EXPIRED', 'INVALID_TOKEN', 'TOKEN_REUSED'),
  },
};

export function refreshBrowserSessionRoute(app: App, { ports, settings }: RouteDeps): void {
  const config = { ownWindows: 'pages' as const };
  app.post(`${SESSION_PATH}/refresh`, { config, onRequest: requirePage(settings), schema }, async (request, reply) => {
    const base = settings.publicBaseUrl();
    const token = cookieOf(request, base, 'assay_session');
    if (token === null) return reply.code(204).send();
    try {
      const { accessToken, refreshToken } = await refreshSession(ports, token, true);
      return keepSession(reply, base, { accessToken, refreshToken: refreshToken ?? token });
    } catch (error) {
      if (HTTP_STATUS[asAppError(error).code] === 401) clearCookie(reply, base, 'assay_session');
      throw error;
    }
  });
}
