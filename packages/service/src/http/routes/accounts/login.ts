/** POST /v1/auth/login: log in. @module */
import { logIn } from '../../../app/accounts/logIn.ts';
import { languageOfSender } from '../../request/languageOfSender.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { LoginBody, TokenPair } from '../../schemas/accounts/auth.ts';
import { failures } from '../../schemas/common.ts';
import { requesterOf } from '../../security/auth.ts';
import { NO_CREDENTIAL } from '../../security/security.ts';
import { tokenPairView } from '../../views/user.ts';

const schema = {
  operationId: 'login',
  summary: 'Log in',
  description: 'By address and password. The access token lasts an hour, the refresh token 30 days.',
  tags: ['Accounts'],
  security: NO_CREDENTIAL,
  body: LoginBody,
  response: {
    200: TokenPair,
    ...failures('INVALID_CREDENTIALS', 'VALIDATION_ERROR', 'UNSUPPORTED_MEDIA_TYPE', 'PAYLOAD_TOO_LARGE'),
  },
};

export function loginRoute(app: App, { ports }: RouteDeps): void {
  app.post('/v1/auth/login', { schema }, async (request) => {
    return tokenPairView(
      await logIn(ports, { ...request.body, language: languageOfSender(request) }, requesterOf(request)),
    );
  });
}
