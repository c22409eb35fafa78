/** POST /v1/api-keys/:key_id/rotate: replace an API key. @module */
import { rotateKey } from '../../../app/keys/makeKey.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { onceOf } from '../../request/idempotency.ts';
import { KeyParams, MadeKeyBody } from '../../schemas/apiKey.ts';
import { failures } from '../../schemas/common.ts';
import { requireCaller, traceOf, userOf } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { madeView } from '../../views/apiKey.ts';
import { ITEM } from './apiKeyItem.ts';

const schema = {
  operationId: 'rotateApiKey',
  summary: 'Replace an API key',
  description: 'A new key with the same name, scopes and limits. The old one works for another 24 hours.',
  tags: ['API keys'],
  security: credentials('key.manage'),
  params: KeyParams,
  response: { 201: MadeKeyBody, ...failures(...ITEM, 'EMAIL_NOT_VERIFIED', 'CONFLICT') },
};

export function rotateApiKeyRoute(app: App, { ports }: RouteDeps): void {
  app.post(
    '/v1/api-keys/:key_id/rotate',
    { onRequest: requireCaller(ports, 'key.manage'), schema },
    async (request, reply) => {
      const made = await rotateKey(ports, userOf(request), traceOf(request), request.params.key_id, onceOf(request));
      return reply.code(201).header('location', `/v1/api-keys/${made.key.id}`).send(madeView(made));
    },
  );
}
