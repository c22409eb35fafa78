/** GET /v1/auth/oauth/callback: where providers send people back. @module */
import { AppError } from '@assay/core/errors';
import type { FastifyBaseLogger } from 'fastify';
import { openSession } from '../../../app/accounts/openSession.ts';
import {
  type Attempt,
  CODE_LIFETIME_S,
  finishSignIn,
  makeSignInCode,
  openAttempt,
} from '../../../app/accounts/providerSignIn.ts';
import type { Language } from '../../../app/ports/runtime/language.ts';
import type { Ports } from '../../../app/ports/ports.ts';
import { languageOfSender } from '../../request/languageOfSender.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { clearCookie, cookieOf, setCookie } from '../../request/cookies.ts';
import { TokenPair } from '../../schemas/accounts/auth.ts';
import { CallbackQuery } from '../../schemas/accounts/oauth.ts';
import { failures } from '../../schemas/common.ts';
import { requesterOf } from '../../security/auth.ts';
import { NO_CREDENTIAL } from '../../security/security.ts';
import { tokenPairView } from '../../views/user.ts';
import { callbackUrl, REDIRECT, wantsJson } from './providerSignIn.ts';

const withParameter = (address: string, name: string, value: string): string => {
  const url = new URL(address);
  url.searchParams.set(name, value);
  return url.href;
};

const schema = {
  operationId: 'finishSignIn',
  summary: 'Where providers send people back',
  description:
    'Leads the browser to `return_to` with a `code` for POST /v1/auth/oauth/exchange, or with an `error`. Answers the tokens, or the failure, if `Accept` asks for JSON.',
  tags: ['Accounts'],
  security: NO_CREDENTIAL,
  querystring: CallbackQuery,
  response: {
    200: TokenPair,
    302: REDIRECT,
    ...failures(
      'BAD_REQUEST',
      'INVALID_CREDENTIALS',
      'EMAIL_NOT_VERIFIED',
      'PROVIDER_NOT_FOUND',
      'EMAIL_ALREADY_EXISTS',
      'VALIDATION_ERROR',
    ),
  },
};

/** A failure goes back to the page as well: it alone can offer another way in. */
async function backToPage(
  ports: Ports,
  attempt: Attempt,
  url: string,
  language: Language | null,
  log: FastifyBaseLogger,
  bind: (browserSecret: string) => void,
): Promise<string> {
  try {
    const user = await finishSignIn(ports, attempt, url);
    const { code, browserSecret } = await makeSignInCode(ports, user, language);
    bind(browserSecret);
    return withParameter(attempt.returnTo, 'code', code);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.info({ err: error }, 'sign-in by a provider failed');
    return withParameter(attempt.returnTo, 'error', error.code);
  }
}

export function finishSignInRoute(app: App, { ports, settings }: RouteDeps): void {
  app.get('/v1/auth/oauth/callback', { schema }, async (request, reply) => {
    const base = settings.publicBaseUrl();
    const attempt = await openAttempt(ports, cookieOf(request, base, 'assay_sign_in'), request.query.state ?? null);
    clearCookie(reply, base, 'assay_sign_in');
    const url = callbackUrl(settings) + new URL(request.url, base).search;
    if (!wantsJson(request)) {
      const sameSite = new URL(attempt.returnTo).origin === new URL(base).origin ? 'lax' : 'none';
      const code = { name: 'assay_sign_in_code', lifetimeS: CODE_LIFETIME_S, sameSite } as const;
      const bind = (value: string): void => setCookie(reply, base, { ...code, value });
      return reply.redirect(await backToPage(ports, attempt, url, languageOfSender(request), request.log, bind), 302);
    }
    const user = await finishSignIn(ports, attempt, url);
    const facts = { rehashed: null, language: languageOfSender(request) };
    return tokenPairView(await openSession(ports, user, requesterOf(request), ports.ids.uuid(), facts));
  });
}
