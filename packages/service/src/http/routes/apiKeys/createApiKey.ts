/** POST /v1/api-keys/: make an API key. @module */
import { makeKey } from '../../../app/keys/makeKey.ts';
import { cleanScopes } from '../../../app/scopes.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { onceOf } from '../../request/idempotency.ts';
import { organizationIdOf } from '../../request/organizationHeader.ts';
import { MadeKeyBody, NewKeyBody } from '../../schemas/apiKey.ts';
import { CHECKED_BODY, failures } from '../../schemas/common.ts';
import { requireCaller, traceOf, userOf } from '../../security/auth.ts';
import { credentials, NEEDS_CREDENTIAL } from '../../security/security.ts';
import { madeView } from '../../views/apiKey.ts';

const schema = {
  operationId: 'createApiKey',
  summary: 'Make an API key',
  description: 'The answer holds the key, this once. Its scopes cannot exceed your role.',
  tags: ['API keys'],
  security: credentials('key.manage'),
  body: NewKeyBody,
  response: {
    201: MadeKeyBody,
    ...failures(
      ...NEEDS_CREDENTIAL,
      ...CHECKED_BODY,
      'FORBIDDEN',
      'EMAIL_NOT_VERIFIED',
      'QUOTA_EXCEEDED',
      'ORGANIZATION_NOT_FOUND',
    ),
  },
};

export function createApiKeyRoute(app: App, { ports }: RouteDeps): void {
  app.post('/v1/api-keys/', { onRequest: requireCaller(ports, 'key.manage'), schema }, async (request, reply) => {
    const { name, scopes, expires_in_days, rate_limit_per_hour, rate_limit_per_day, organization_id } = request.body;
    const input = {
      name,
      scopes: cleanScopes(scopes ?? []),
      expiresInDays: expires_in_days ?? null,
      rateLimitPerHour: rate_limit_per_hour ?? null,
      rateLimitPerDay: rate_limit_per_day ?? null,
      organizationId: organizationIdOf(request, organization_id ?? undefined),
    };
    const made = await makeKey(ports, userOf(request), traceOf(request), input, onceOf(request));
    return reply.code(201).header('location', `/v1/api-keys/${made.key.id}`).send(madeView(made));
  });
}
