/** POST /v1/auth/browser-session: sign in on a page. @module */
import { logIn } from '../../../app/accounts/logIn.ts';
import { exchangeSignInCode } from '../../../app/accounts/providerSignIn.ts';
import { languageOfSender } from '../../request/languageOfSender.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { requirePage } from '../../request/browserRequest.ts';
import { clearCookie, cookieOf } from '../../request/cookies.ts';
import { BrowserSession, BrowserSignIn } from '../../schemas/accounts/browserSession.ts';
import { CHECKED_BODY, failures } from '../../schemas/common.ts';
import { requesterOf } from '../../security/auth.ts';
import { NO_CREDENTIAL } from '../../security/security.ts';
import { keepSession, SESSION_PATH } from './browserSession.ts';

const schema = {
  operationId: 'openBrowserSession',
  summary: 'Sign in on a page',
  description:
    'For pages of this service alone. The refresh token goes into a cookie that no script reads; programs use `POST /v1/auth/login`.',
  tags: ['Accounts'],
  security: NO_CREDENTIAL,
  body: BrowserSignIn,
  response: {
    200: BrowserSession,
    ...failures('FORBIDDEN', 'INVALID_CREDENTIALS', 'INVALID_TOKEN', ...CHECKED_BODY),
  },
};

export function openBrowserSessionRoute(app: App, { ports, settings }: RouteDeps): void {
  app.post(SESSION_PATH, { onRequest: requirePage(settings), schema }, async (request, reply) => {
    const base = settings.publicBaseUrl();
    const { body } = request;
    if ('email' in body)
      return keepSession(
        reply,
        base,
        await logIn(ports, { ...body, language: languageOfSender(request) }, requesterOf(request)),
      );
    const browserSecret = cookieOf(request, base, 'assay_sign_in_code');
    const opened = await exchangeSignInCode(ports, body.code, browserSecret, requesterOf(request));
    clearCookie(reply, base, 'assay_sign_in_code');
    return keepSession(reply, base, opened);
  });
}
