/** API keys. @module */
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { z } from 'zod';
import { AppError } from '@assay/core/errors';
import { editKey, type KeyPatch, revokeKey } from '../../app/keys/changeKey.ts';
import { makeKey, type MadeKey, rotateKey } from '../../app/keys/makeKey.ts';
import { usableKey } from '../../app/keys/usableKey.ts';
import { listKeys, visibleKey } from '../../app/keys/visibleKey.ts';
import { windowsOf } from '../../app/limits/rates.ts';
import { cleanScopes, type Scope } from '../../app/scopes.ts';
import { requireCaller, userOf } from '../auth.ts';
import type { App, HttpDeps } from '../httpDeps.ts';
import { organizationIdOf } from '../organizationHeader.ts';
import { pageView } from '../paging.ts';
import {
  ApiKeyBody,
  ApiKeyPage,
  KeyListQuery,
  KeyParams,
  KeyPatchBody,
  MadeKeyBody,
  NewKeyBody,
  ValidKeyBody,
} from '../schemas/apiKey.ts';
import { failures, IdInput } from '../schemas/common.ts';
import { credentials, NEEDS_CREDENTIAL } from '../security.ts';
import { apiKeyView } from '../views/apiKey.ts';
import { BODY, traceOf } from './organizationRoutes.ts';

const tags = ['API keys'];
const ITEM = [...NEEDS_CREDENTIAL, 'FORBIDDEN', 'API_KEY_NOT_FOUND', 'VALIDATION_ERROR'] as const;
const security = credentials('key.manage');

const madeView = ({ key, secret }: MadeKey): z.output<typeof MadeKeyBody> => ({ ...apiKeyView(key), key: secret });

function patchOf(body: z.output<typeof KeyPatchBody>): KeyPatch {
  const { name, scopes, is_active, rate_limit_per_hour, rate_limit_per_day } = body;
  const fields = {
    name,
    scopes: scopes && cleanScopes(scopes),
    isActive: is_active,
    rateLimitPerHour: rate_limit_per_hour,
    rateLimitPerDay: rate_limit_per_day,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as KeyPatch;
}

export function registerApiKeyRoutes(app: App, { ports, settings }: HttpDeps): void {
  const user = requireCaller(ports, 'key.manage');
  /** 404 comes before anything said of the body; a malformed id is left to the schema. */
  const existsFirst: onRequestAsyncHookHandler = async (request) => {
    const id = IdInput.safeParse((request.params as Record<string, unknown>).key_id);
    if (id.success) await visibleKey(ports, userOf(request), id.data);
  };

  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/v1/api-keys')) reply.header('cache-control', 'no-store');
  });

  app.post(
    '/v1/api-keys/',
    {
      onRequest: user,
      schema: {
        operationId: 'createApiKey',
        summary: 'Make an API key',
        description: 'The answer holds the key, this once. Its scopes cannot exceed your role.',
        tags,
        security,
        body: NewKeyBody,
        response: {
          201: MadeKeyBody,
          ...failures(
            ...NEEDS_CREDENTIAL,
            ...BODY,
            'FORBIDDEN',
            'EMAIL_NOT_VERIFIED',
            'QUOTA_EXCEEDED',
            'ORGANIZATION_NOT_FOUND',
          ),
        },
      },
    },
    async (request, reply) => {
      const { name, scopes, expires_in_days, rate_limit_per_hour, rate_limit_per_day, organization_id } = request.body;
      const made = await makeKey(ports, userOf(request), traceOf(request), {
        name,
        scopes: cleanScopes(scopes ?? []),
        expiresInDays: expires_in_days ?? null,
        rateLimitPerHour: rate_limit_per_hour ?? null,
        rateLimitPerDay: rate_limit_per_day ?? null,
        organizationId: organizationIdOf(request, organization_id ?? undefined),
      });
      return reply.code(201).header('location', `/v1/api-keys/${made.key.id}`).send(madeView(made));
    },
  );

  app.get(
    '/v1/api-keys/',
    {
      onRequest: user,
      schema: {
        operationId: 'listApiKeys',
        summary: 'List API keys',
        description:
          'Of the organization, for owners and admins; your own for other members. Revoked ones for 90 days.',
        tags,
        security,
        querystring: KeyListQuery,
        response: {
          200: ApiKeyPage,
          ...failures(...NEEDS_CREDENTIAL, 'FORBIDDEN', 'ORGANIZATION_NOT_FOUND', 'VALIDATION_ERROR'),
        },
      },
    },
    async (request, reply) => {
      const { page, page_size, organization_id } = request.query;
      const asked = { page, pageSize: page_size };
      const id = organizationIdOf(request, organization_id);
      const { items, total } = await listKeys(ports, userOf(request), id, asked);
      return pageView(settings, request, reply, asked, { items: items.map(apiKeyView), total });
    },
  );

  app.post(
    '/v1/api-keys/validate',
    {
      config: { perMinuteAndAddress: ports.limits.keyChecksPerMinute },
      schema: {
        operationId: 'validateApiKey',
        summary: 'Ask what an API key may do',
        description: 'Send it as `X-API-Key`. A strict limit for each address holds.',
        tags,
        security: [{ apiKey: [] }],
        response: { 200: ValidKeyBody, ...failures('UNAUTHENTICATED', 'INVALID_API_KEY') },
      },
    },
    async (request) => {
      const { key, user: maker } = await usableKey(ports, sentKey(request));
      const windows = windowsOf({ kind: 'key', key, user: maker }, ports.limits.rates);
      const limitOf = (name: string): number => windows.find((window) => window.name === name)?.limit ?? 0;
      return {
        valid: true as const,
        scopes: [...key.scopes] as Scope[],
        key_id: key.id,
        organization_id: key.organizationId,
        name: key.name,
        is_active: key.isActive,
        expires_at: key.expiresAt?.toISOString() ?? null,
        rate_limit: { per_hour: limitOf('hour'), per_day: limitOf('day') },
      };
    },
  );

  app.get(
    '/v1/api-keys/:key_id',
    {
      onRequest: user,
      schema: {
        operationId: 'getApiKey',
        summary: 'Read an API key',
        tags,
        security,
        params: KeyParams,
        response: { 200: ApiKeyBody, ...failures(...ITEM) },
      },
    },
    async (request) => apiKeyView((await visibleKey(ports, userOf(request), request.params.key_id)).key),
  );

  app.patch(
    '/v1/api-keys/:key_id',
    {
      onRequest: [user, existsFirst],
      schema: {
        operationId: 'editApiKey',
        summary: 'Edit an API key',
        tags,
        security,
        params: KeyParams,
        body: KeyPatchBody,
        response: { 200: ApiKeyBody, ...failures(...ITEM, ...BODY, 'CONFLICT', 'QUOTA_EXCEEDED') },
      },
    },
    async (request) => {
      const patch = patchOf(request.body);
      return apiKeyView(await editKey(ports, userOf(request), traceOf(request), request.params.key_id, patch));
    },
  );

  app.delete(
    '/v1/api-keys/:key_id',
    {
      onRequest: user,
      schema: {
        operationId: 'revokeApiKey',
        summary: 'Revoke an API key',
        description: 'It is refused from now on and stays in the list for 90 days.',
        tags,
        security,
        params: KeyParams,
        response: { 204: z.undefined().describe('Revoked.'), ...failures(...ITEM) },
      },
    },
    async (request, reply) => {
      await revokeKey(ports, userOf(request), traceOf(request), request.params.key_id);
      return reply.code(204).send();
    },
  );

  app.post(
    '/v1/api-keys/:key_id/rotate',
    {
      onRequest: user,
      schema: {
        operationId: 'rotateApiKey',
        summary: 'Replace an API key',
        description: 'A new key with the same name, scopes and limits. The old one works for another 24 hours.',
        tags,
        security,
        params: KeyParams,
        response: { 201: MadeKeyBody, ...failures(...ITEM, 'CONFLICT') },
      },
    },
    async (request, reply) => {
      const made = await rotateKey(ports, userOf(request), traceOf(request), request.params.key_id);
      return reply.code(201).header('location', `/v1/api-keys/${made.key.id}`).send(madeView(made));
    },
  );
}

/** @throws {AppError} UNAUTHENTICATED */
function sentKey(request: FastifyRequest): string {
  const sent = request.headers['x-api-key'];
  if (typeof sent === 'string') return sent;
  throw new AppError('UNAUTHENTICATED', 'Send the key as the header X-API-Key.');
}
