/** Public links to an asset or a verification. @module */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  assetTarget,
  followShare,
  listShares,
  revokeShare,
  share,
  verificationTarget,
} from '../../app/shares/shareLinks.ts';
import { ownVerification } from '../../app/verify/pastVerifications.ts';
import { callerOf, requireCaller } from '../auth.ts';
import type { App, HttpDeps } from '../httpDeps.ts';
import { AssetParams } from '../schemas/asset.ts';
import { failures, IdInput } from '../schemas/common.ts';
import {
  AssetShareParams,
  NewShareBody,
  SharedBody,
  SharedParams,
  ShareInputBody,
  SharesBody,
  VerificationShareParams,
} from '../schemas/shares.ts';
import { VerificationParams } from '../schemas/verify.ts';
import { credentials, NEEDS_CREDENTIAL, NO_CREDENTIAL } from '../security.ts';
import { sharedView, shareView } from '../views/shares.ts';
import { ASSET_ITEM, assetExistsFirst, JSON_BODY } from './assetRoutes.ts';

const tags = ['Sharing'];
const VERIFICATION_ITEM = [...NEEDS_CREDENTIAL, 'VERIFICATION_NOT_FOUND', 'VALIDATION_ERROR'] as const;
const REVOKED = z.undefined().describe('Revoked: the link answers 410 from now on.');

type Target = Awaited<ReturnType<typeof assetTarget>>;

/** Makes the link and answers it with its token. */
async function answerNew(
  { ports, settings }: HttpDeps,
  [request, reply]: readonly [FastifyRequest, FastifyReply],
  target: Target,
  expiresInS: number | null | undefined,
): Promise<z.output<typeof NewShareBody>> {
  const { link, token } = await share(ports, callerOf(request), target, expiresInS ?? null);
  reply.code(201);
  return { ...shareView(link), token, url: `${settings.publicBaseUrl()}/v1/shared/${token}` };
}

function registerAssetShares(app: App, deps: HttpDeps): void {
  const { ports } = deps;
  const onRequest = [requireCaller(ports, 'asset.write'), assetExistsFirst(ports, 'asset.write')];
  const shared = { tags, security: credentials('asset.write') };

  app.post(
    '/v1/assets/:asset_id/share',
    {
      onRequest,
      schema: {
        ...shared,
        operationId: 'shareAsset',
        summary: 'Make a public link to a picture’s facts',
        description: 'Shows title, hashes and preview to everyone who has the link; no metadata, no names of people.',
        params: AssetParams,
        body: ShareInputBody,
        response: { 201: NewShareBody, ...failures(...ASSET_ITEM, ...JSON_BODY, 'FORBIDDEN') },
      },
    },
    async (request, reply) => {
      const target = await assetTarget(ports, callerOf(request), request.params.asset_id);
      return answerNew(deps, [request, reply], target, request.body?.expires_in);
    },
  );

  app.get(
    '/v1/assets/:asset_id/share',
    {
      onRequest,
      schema: {
        ...shared,
        operationId: 'listAssetShares',
        summary: 'List the public links to a picture',
        params: AssetParams,
        response: { 200: SharesBody, ...failures(...ASSET_ITEM, 'FORBIDDEN') },
      },
    },
    async (request) => {
      const target = await assetTarget(ports, callerOf(request), request.params.asset_id);
      const items = (await listShares(ports, target)).map(shareView);
      return { items, total: items.length };
    },
  );

  app.delete(
    '/v1/assets/:asset_id/share/:share_id',
    {
      onRequest,
      schema: {
        ...shared,
        operationId: 'revokeAssetShare',
        summary: 'Revoke a public link to a picture',
        params: AssetShareParams,
        response: { 204: REVOKED, ...failures(...ASSET_ITEM, 'FORBIDDEN', 'NOT_FOUND') },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const target = await assetTarget(ports, caller, request.params.asset_id);
      await revokeShare(ports, caller, target, request.params.share_id);
      return reply.code(204).send();
    },
  );
}

function registerVerificationShares(app: App, deps: HttpDeps): void {
  const { ports } = deps;
  /** 404 comes before anything said of the body. */
  const existsFirst = async (request: FastifyRequest): Promise<void> => {
    const id = IdInput.safeParse((request.params as Record<string, unknown>).verification_id);
    if (id.success) await ownVerification(ports, callerOf(request), id.data);
  };
  const onRequest = [requireCaller(ports, 'verification.see'), existsFirst];
  const shared = { tags, security: credentials('verification.see') };

  app.post(
    '/v1/verify/:verification_id/share',
    {
      onRequest,
      schema: {
        ...shared,
        operationId: 'shareVerification',
        summary: 'Make a public link to a result',
        params: VerificationParams,
        body: ShareInputBody,
        response: { 201: NewShareBody, ...failures(...VERIFICATION_ITEM, ...JSON_BODY) },
      },
    },
    async (request, reply) => {
      const target = await verificationTarget(ports, callerOf(request), request.params.verification_id);
      return answerNew(deps, [request, reply], target, request.body?.expires_in);
    },
  );

  app.get(
    '/v1/verify/:verification_id/share',
    {
      onRequest,
      schema: {
        ...shared,
        operationId: 'listVerificationShares',
        summary: 'List the public links to a result',
        params: VerificationParams,
        response: { 200: SharesBody, ...failures(...VERIFICATION_ITEM) },
      },
    },
    async (request) => {
      const target = await verificationTarget(ports, callerOf(request), request.params.verification_id);
      const items = (await listShares(ports, target)).map(shareView);
      return { items, total: items.length };
    },
  );

  app.delete(
    '/v1/verify/:verification_id/share/:share_id',
    {
      onRequest,
      schema: {
        ...shared,
        operationId: 'revokeVerificationShare',
        summary: 'Revoke a public link to a result',
        params: VerificationShareParams,
        response: { 204: REVOKED, ...failures(...VERIFICATION_ITEM, 'NOT_FOUND') },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const target = await verificationTarget(ports, caller, request.params.verification_id);
      await revokeShare(ports, caller, target, request.params.share_id);
      return reply.code(204).send();
    },
  );
}

export function registerShareRoutes(app: App, deps: HttpDeps): void {
  const { ports, settings } = deps;
  registerAssetShares(app, deps);
  registerVerificationShares(app, deps);

  app.get(
    '/v1/shared/:token',
    {
      schema: {
        operationId: 'openShareLink',
        summary: 'Follow a public link',
        description: 'The link is the permission: no credential. 410 once it is revoked or has expired.',
        tags,
        security: NO_CREDENTIAL,
        params: SharedParams,
        response: { 200: SharedBody, ...failures('NOT_FOUND', 'GONE', 'VALIDATION_ERROR') },
      },
    },
    async (request, reply) => {
      const view = sharedView(await followShare(ports, request.params.token), settings.publicBaseUrl());
      // A revoked link must not live on in caches or search engines.
      reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
      return view;
    },
  );
}
