/** PATCH /v1/api-keys/:key_id: edit an API key. @module */
import { ifMatch } from '../../request/entityTags.ts';
import type { z } from 'zod';
import { editKey, type KeyPatch } from '../../../app/keys/changeKey.ts';
import { visibleKey } from '../../../app/keys/visibleKey.ts';
import { cleanScopes } from '../../../app/scopes.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { existsFirst } from '../../request/existsFirst.ts';
import { sentFields } from '../../request/sentFields.ts';
import { ApiKeyBody, KeyParams, KeyPatchBody } from '../../schemas/apiKey.ts';
import { CHECKED_BODY, failures } from '../../schemas/common.ts';
import { requireCaller, traceOf, userOf } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { answerKey, ITEM } from './apiKeyItem.ts';

function patchOf(body: z.output<typeof KeyPatchBody>): KeyPatch {
  const { name, scopes, is_active, rate_limit_per_hour, rate_limit_per_day } = body;
  return sentFields({
    name,
    scopes: scopes && cleanScopes(scopes),
    isActive: is_active,
    rateLimitPerHour: rate_limit_per_hour,
    rateLimitPerDay: rate_limit_per_day,
  });
}

const schema = {
  operationId: 'editApiKey',
  summary: 'Edit an API key',
  description: 'Name, scopes, limits, and whether it works. Scopes cannot exceed your role.',
  tags: ['API keys'],
  security: credentials('key.manage'),
  params: KeyParams,
  body: KeyPatchBody,
  response: {
    200: ApiKeyBody,
    ...failures(...ITEM, ...CHECKED_BODY, 'CONFLICT', 'QUOTA_EXCEEDED', 'PRECONDITION_FAILED'),
  },
};

export function editApiKeyRoute(app: App, { ports }: RouteDeps): void {
  const keyExists = existsFirst('key_id', (request, id) => visibleKey(ports, userOf(request), id));
  app.patch(
    '/v1/api-keys/:key_id',
    { onRequest: [requireCaller(ports, 'key.manage'), keyExists], schema },
    async (request, reply) => {
      const by = [userOf(request), traceOf(request)] as const;
      const edited = await editKey(ports, ...by, request.params.key_id, patchOf(request.body), ifMatch(request));
      return answerKey(reply, edited);
    },
  );
}
