/** POST /v1/auth/refresh: get a fresh access token. @module */
import { ACCESS_LIFETIME_S } from '../../../app/accounts/openSession.ts';
import { refreshSession } from '../../../app/accounts/refreshSession.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { AccessToken, RefreshBody } from '../../schemas/accounts/auth.ts';
import { failures } from '../../schemas/common.ts';
import { NO_CREDENTIAL } from '../../security/security.ts';

const schema = {
  operationId: 'refresh',
  summary: 'Get a fresh access token',
  description:
    'The refresh token is replaced too, unless `rotate` is false. A lost answer may be asked for again within 30 s; a replaced token that is used later ends the session (`TOKEN_REUSED`).',
  tags: ['Accounts'],
  security: NO_CREDENTIAL,
  body: RefreshBody,
  response: {
    200: AccessToken,
    ...failures(
      'TOKEN_EXPIRED',
      'INVALID_TOKEN',
      'TOKEN_REUSED',
      'VALIDATION_ERROR',
      'UNSUPPORTED_MEDIA_TYPE',
      'PAYLOAD_TOO_LARGE',
    ),
  },
};

export function refreshRoute(app: App, { ports }: RouteDeps): void {
  app.post('/v1/auth/refresh', { schema }, async (request) => {
    const { refresh_token, rotate } = request.body;
    const { accessToken, refreshToken } = await refreshSession(ports, refresh_token, rotate);
    return {
      access_token: accessToken,
      ...(refreshToken === null ? {} : { refresh_token: refreshToken }),
      token_type: 'bearer' as const,
      expires_in: ACCESS_LIFETIME_S,
    };
  });
}
