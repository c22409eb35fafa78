/** POST /v1/api-keys/validate: ask what an API key may do. @module */
import { AppError } from '@assay/core/errors';
import type { FastifyRequest } from 'fastify';
import { validateKey } from '../../../app/keys/validateKey.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { ValidKeyBody } from '../../schemas/apiKey.ts';
import { failures } from '../../schemas/common.ts';
import { validKeyView } from '../../views/apiKey.ts';

/** @throws {AppError} UNAUTHENTICATED */
function sentKey(request: FastifyRequest): string {
  const sent = request.headers['x-api-key'];
  if (typeof sent === 'string') return sent;
  throw new AppError('UNAUTHENTICATED', 'Send the key as the header X-API-Key.');
}

const schema = {
  operationId: 'validateApiKey',
  summary: 'Ask what an API key may do',
  description: 'Send it as `X-API-Key`. A strict limit for each address holds.',
  tags: ['API keys'],
  security: [{ apiKey: [] }],
  response: { 200: ValidKeyBody, ...failures('UNAUTHENTICATED', 'INVALID_API_KEY') },
};

export function validateApiKeyRoute(app: App, { ports }: RouteDeps): void {
  app.post(
    '/v1/api-keys/validate',
    { config: { perMinuteAndAddress: ports.limits.keyChecksPerMinute }, schema },
    async (request) => validKeyView(await validateKey(ports, sentKey(request))),
  );
}
