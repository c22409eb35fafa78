/** Sign-in through other services (G144-G146). @module */
import { AppError } from '@assay/core/errors';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { openSession } from '../../app/accounts/openSession.ts';
import {
  type Attempt,
  ATTEMPT_LIFETIME_S,
  exchangeSignInCode,
  finishSignIn,
  makeSignInCode,
  openAttempt,
  providerOf,
  startSignIn,
} from '../../app/accounts/providerSignIn.ts';
import { requesterOf } from '../auth.ts';
import { clearCookie, cookieOf, setCookie } from '../cookies.ts';
import { validationError } from '../errorReply.ts';
import type { App, HttpDeps, HttpSettings } from '../httpDeps.ts';
import { pageView } from '../paging.ts';
import { failures, pageQuery } from '../schemas/common.ts';
import { TokenPair } from '../schemas/auth.ts';
import {
  CallbackQuery,
  ExchangeBody,
  ProviderPage,
  ProviderParams,
  StartedBody,
  StartQuery,
} from '../schemas/oauth.ts';
import { NO_CREDENTIAL } from '../security.ts';
import { tokenPairView } from '../views/user.ts';

const tags = ['Accounts'];
const REDIRECT = z.undefined().describe('To the address in `Location`.');

const callbackUrl = ({ publicBaseUrl }: HttpSettings): string => `${publicBaseUrl()}/v1/auth/oauth/callback`;

/** Browsers ask for pages; a program says that it wants JSON. */
const wantsJson = ({ headers: { accept = '' } }: FastifyRequest): boolean =>
  /\bapplication\/(?:problem\+)?json\b/i.test(accept) && !/\btext\/html\b/i.test(accept);

/** Only pages of ours and of origins that the operator named: anything else would hand the code to a stranger. */
function allowedReturn(
  { publicBaseUrl, corsOrigins, signInReturnTo }: HttpSettings,
  asked: string | undefined,
): string {
  const base = new URL(`${publicBaseUrl()}/`);
  const allowed = [base.origin, ...corsOrigins, ...signInReturnTo];
  const target = URL.canParse(asked ?? '', base.href) ? new URL(asked ?? '', base.href) : null;
  if (target && allowed.includes(target.origin) && target.username === '') return target.href;
  throw validationError([
    {
      field: 'return_to',
      location: 'query',
      code: 'not_allowed',
      message: `must be a path, or begin with one of ${allowed.join(', ')}`,
    },
  ]);
}

const withParameter = (address: string, name: string, value: string): string => {
  const url = new URL(address);
  url.searchParams.set(name, value);
  return url.href;
};

export function registerOAuthRoutes(app: App, { ports, settings }: HttpDeps): void {
  app.get(
    '/v1/auth/oauth/providers',
    {
      schema: {
        operationId: 'listProviders',
        summary: 'Services through which people can sign in',
        tags,
        security: NO_CREDENTIAL,
        querystring: z.object(pageQuery),
        response: { 200: ProviderPage, ...failures('VALIDATION_ERROR') },
      },
    },
    async (request, reply) => {
      const asked = { page: request.query.page, pageSize: request.query.page_size };
      const { all } = ports.identityProviders;
      const items = all.slice((asked.page - 1) * asked.pageSize, asked.page * asked.pageSize).map(({ id, name }) => ({
        id,
        name,
        start_url: `${settings.publicBaseUrl()}/v1/auth/oauth/${id}/start`,
      }));
      return pageView(settings, request, reply, asked, { items, total: all.length });
    },
  );

  app.get(
    '/v1/auth/oauth/:provider/start',
    {
      schema: {
        operationId: 'startSignIn',
        summary: 'Begin a sign-in',
        description: 'Leads the browser to the provider. Answers JSON instead if `Accept` asks for it.',
        tags,
        security: NO_CREDENTIAL,
        params: ProviderParams,
        querystring: StartQuery,
        response: { 200: StartedBody, 302: REDIRECT, ...failures('PROVIDER_NOT_FOUND', 'VALIDATION_ERROR') },
      },
    },
    async (request, reply) => {
      const { provider } = request.params;
      providerOf(ports, provider);
      const returnTo = allowedReturn(settings, request.query.return_to);
      const started = await startSignIn(ports, provider, returnTo, callbackUrl(settings));
      setCookie(reply, settings.publicBaseUrl(), started.attempt, ATTEMPT_LIFETIME_S);
      if (!wantsJson(request)) return reply.redirect(started.authorizationUrl, 302);
      return { authorization_url: started.authorizationUrl, state: started.state };
    },
  );

  app.get(
    '/v1/auth/oauth/callback',
    {
      schema: {
        operationId: 'finishSignIn',
        summary: 'Where providers send people back',
        description:
          'Leads the browser to `return_to` with a `code` for POST /v1/auth/oauth/exchange, or with an `error`. Answers the tokens, or the failure, if `Accept` asks for JSON.',
        tags,
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
      },
    },
    async (request, reply) => {
      const base = settings.publicBaseUrl();
      const attempt = await openAttempt(ports, cookieOf(request, base), request.query.state ?? null);
      clearCookie(reply, base);
      const url = callbackUrl(settings) + new URL(request.url, base).search;
      if (!wantsJson(request)) return reply.redirect(await backToPage(attempt, url, request), 302);
      const user = await finishSignIn(ports, attempt, url);
      return tokenPairView(await openSession(ports, user, requesterOf(request), ports.ids.uuid()));
    },
  );

  /** A failure goes back to the page as well: it alone can offer another way in. */
  async function backToPage(attempt: Attempt, url: string, request: FastifyRequest): Promise<string> {
    try {
      return withParameter(
        attempt.returnTo,
        'code',
        await makeSignInCode(ports, await finishSignIn(ports, attempt, url)),
      );
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      request.log.info({ err: error }, 'sign-in by a provider failed');
      return withParameter(attempt.returnTo, 'error', error.code);
    }
  }

  app.post(
    '/v1/auth/oauth/exchange',
    {
      schema: {
        operationId: 'exchangeSignInCode',
        summary: 'Turn the code in the address of your page into tokens',
        description: 'Works once, within a minute.',
        tags,
        security: NO_CREDENTIAL,
        body: ExchangeBody,
        response: {
          200: TokenPair,
          ...failures('INVALID_TOKEN', 'VALIDATION_ERROR', 'UNSUPPORTED_MEDIA_TYPE', 'PAYLOAD_TOO_LARGE'),
        },
      },
    },
    async (request) => tokenPairView(await exchangeSignInCode(ports, request.body.code, requesterOf(request))),
  );
}
