/** GET /v1/auth/oauth/:provider/start: begin a sign-in. @module */
import { ATTEMPT_LIFETIME_S, providerOf, startSignIn } from '../../../app/accounts/providerSignIn.ts';
import type { App, HttpSettings, RouteDeps } from '../../httpDeps.ts';
import { validationError } from '../../reply/errorReply.ts';
import { setCookie } from '../../request/cookies.ts';
import { ProviderParams, StartedBody, StartQuery } from '../../schemas/accounts/oauth.ts';
import { failures } from '../../schemas/common.ts';
import { NO_CREDENTIAL } from '../../security/security.ts';
import { callbackUrl, REDIRECT, wantsJson } from './providerSignIn.ts';

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

const schema = {
  operationId: 'startSignIn',
  summary: 'Begin a sign-in',
  description: 'Leads the browser to the provider. Answers JSON instead if `Accept` asks for it.',
  tags: ['Accounts'],
  security: NO_CREDENTIAL,
  params: ProviderParams,
  querystring: StartQuery,
  response: { 200: StartedBody, 302: REDIRECT, ...failures('PROVIDER_NOT_FOUND', 'VALIDATION_ERROR') },
};

export function startSignInRoute(app: App, { ports, settings }: RouteDeps): void {
  app.get('/v1/auth/oauth/:provider/start', { schema }, async (request, reply) => {
    const { provider } = request.params;
    providerOf(ports, provider);
    const returnTo = allowedReturn(settings, request.query.return_to);
    const started = await startSignIn(ports, provider, returnTo, callbackUrl(settings));
    setCookie(reply, settings.publicBaseUrl(), {
      name: 'assay_sign_in',
      value: started.attempt,
      lifetimeS: ATTEMPT_LIFETIME_S,
    });
    if (!wantsJson(request)) return reply.redirect(started.authorizationUrl, 302);
    return { authorization_url: started.authorizationUrl, state: started.state };
  });
}
