/** DELETE /v1/api-keys/:key_id: revoke an API key. @module */
import { ifMatch } from '../../request/entityTags.ts';
import { z } from 'zod';
import { revokeKey } from '../../../app/keys/changeKey.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { KeyParams } from '../../schemas/apiKey.ts';
import { failures } from '../../schemas/common.ts';
import { requireCaller, traceOf, userOf } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { ITEM } from './apiKeyItem.ts';

const schema = {
  operationId: 'revokeApiKey',
  summary: 'Revoke an API key',
  description: 'It is refused from now on and stays in the list for 90 days.',
  tags: ['API keys'],
  security: credentials('key.manage'),
  params: KeyParams,
  response: { 204: z.undefined().describe('Revoked.'), ...failures(...ITEM, 'PRECONDITION_FAILED') },
};

export function revokeApiKeyRoute(app: App, { ports }: RouteDeps): void {
  app.delete(
    '/v1/api-keys/:key_id',
    { onRequest: requireCaller(ports, 'key.manage'), schema },
    async (request, reply) => {
      await revokeKey(ports, userOf(request), traceOf(request), request.params.key_id, ifMatch(request));
      return reply.code(204).send();
    },
  );
}
