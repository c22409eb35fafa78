/** GET /v1/api-keys/:key_id: read an API key. @module */
import { visibleKey } from '../../../app/keys/visibleKey.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { ApiKeyBody, KeyParams } from '../../schemas/apiKey.ts';
import { failures } from '../../schemas/common.ts';
import { requireCaller, userOf } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { answerKey, ITEM } from './apiKeyItem.ts';

const schema = {
  operationId: 'getApiKey',
  summary: 'Read an API key',
  description: 'Its name, scopes and limits. The key itself is shown once, when it is made.',
  tags: ['API keys'],
  security: credentials('key.manage'),
  params: KeyParams,
  response: { 200: ApiKeyBody, ...failures(...ITEM) },
};

export function getApiKeyRoute(app: App, { ports }: RouteDeps): void {
  app.get('/v1/api-keys/:key_id', { onRequest: requireCaller(ports, 'key.manage'), schema }, async (request, reply) =>
    answerKey(reply, (await visibleKey(ports, userOf(request), request.params.key_id)).key),
  );
}
