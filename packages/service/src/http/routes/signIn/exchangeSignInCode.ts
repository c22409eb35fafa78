/** POST /v1/auth/oauth/exchange: turn the code in the address of your page into tokens. @module */
import { exchangeSignInCode } from '../../../app/accounts/providerSignIn.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { clearCookie, cookieOf } from '../../request/cookies.ts';
import { TokenPair } from '../../schemas/accounts/auth.ts';
import { ExchangeBody } from '../../schemas/accounts/oauth.ts';
import { failures } from '../../schemas/common.ts';
import { requesterOf } from '../../security/auth.ts';
import { NO_CREDENTIAL } from '../../security/security.ts';
import { tokenPairView } from '../../views/user.ts';

const schema = {
  operationId: 'exchangeSignInCode',
  summary: 'Turn the code in the address of your page into tokens',
  description:
    'Works once, within a minute, in the browser that signed in: it has a cookie, so send it with credentials.',
  tags: ['Accounts'],
  security: NO_CREDENTIAL,
  body: ExchangeBody,
  response: {
    200: TokenPair,
    ...failures('INVALID_TOKEN', 'VALIDATION_ERROR', 'UNSUPPORTED_MEDIA_TYPE', 'PAYLOAD_TOO_LARGE'),
  },
};

export function exchangeSignInCodeRoute(app: App, { ports, settings }: RouteDeps): void {
  app.post('/v1/auth/oauth/exchange', { schema }, async (request, reply) => {
    const base = settings.publicBaseUrl();
    const browserSecret = cookieOf(request, base, 'assay_sign_in_code');
    const opened = await exchangeSignInCode(ports, request.body.code, browserSecret, requesterOf(request));
    clearCookie(reply, base, 'assay_sign_in_code');
    return tokenPairView(opened);
  });
}
