/** POST /v1/auth/oauth/token: get an access token for a program. @module */
import type { z } from 'zod';
import { issueMachineToken } from '../../../app/accounts/machineTokens.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { MachineTokenBody, TokenRequestBody } from '../../schemas/accounts/oauth.ts';
import { failures } from '../../schemas/common.ts';
import { NO_CREDENTIAL } from '../../security/security.ts';

/** RFC 7617 with the encoding of RFC 6749, 2.3.1: both halves are form-encoded before they are joined. */
function basicCredentials(header: string | undefined): { clientId: string; clientSecret: string } | null {
  const encoded = /^basic +([A-Za-z0-9+/]+=*) *$/i.exec(header ?? '')?.[1];
  const text = Buffer.from(encoded ?? '', 'base64').toString();
  const at = text.indexOf(':');
  if (at < 0) return null;
  // A query string decodes exactly this encoding, and never throws.
  const decoded = (part: string): string => new URLSearchParams(`x=${part}`).get('x') ?? '';
  return { clientId: decoded(text.slice(0, at)), clientSecret: decoded(text.slice(at + 1)) };
}

function requestOf(body: z.output<typeof TokenRequestBody>, authorization: string | undefined) {
  const basic = basicCredentials(authorization);
  return {
    grantType: body.grant_type ?? null,
    clientId: basic?.clientId ?? body.client_id ?? null,
    clientSecret: basic?.clientSecret ?? body.client_secret ?? null,
    scope: body.scope ?? null,
  };
}

const schema = {
  operationId: 'issueToken',
  summary: 'Get an access token for a program',
  description:
    'The client credentials grant of OAuth 2. The client is an API key: its id and the key, by HTTP Basic or in the body. The token works as `Authorization: Bearer` until it expires or its key ends. Failures carry `error` and `error_description` of RFC 6749 as well.',
  tags: ['Accounts'],
  consumes: ['application/x-www-form-urlencoded', 'application/json'],
  security: NO_CREDENTIAL,
  body: TokenRequestBody,
  response: {
    200: MachineTokenBody,
    ...failures('BAD_REQUEST', 'INVALID_API_KEY', 'VALIDATION_ERROR', 'UNSUPPORTED_MEDIA_TYPE', 'PAYLOAD_TOO_LARGE'),
  },
};

export function issueTokenRoute(app: App, { ports }: RouteDeps): void {
  app.post('/v1/auth/oauth/token', { config: { urlForm: true }, schema }, async (request) => {
    const asked = requestOf(request.body, request.headers.authorization);
    const { accessToken, scopes, lifetimeS } = await issueMachineToken(ports, asked);
    return {
      access_token: accessToken,
      token_type: 'bearer' as const,
      expires_in: lifetimeS,
      scope: scopes.join(' '),
    };
  });
}
