/** One asset: read, edit, delete, its watermark and fingerprint. @module */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '@assay/core/errors';
import { z } from 'zod';
import { assetVersion } from '../../app/assets/assetVersion.ts';
import { deleteAsset, editAsset, type Expected, getAsset } from '../../app/assets/changeAsset.ts';
import { cleanTags } from '../../app/assets/tags.ts';
import type { Asset, AssetPatch } from '../../app/ports/assets.ts';
import { callerOf, requireCaller } from '../auth.ts';
import { entityTags } from '../fileReply.ts';
import type { App, HttpDeps } from '../httpDeps.ts';
import { AssetBody, AssetParams, AssetPatchBody, FingerprintBody, WatermarkBody } from '../schemas/asset.ts';
import { failures } from '../schemas/common.ts';
import { credentials } from '../security.ts';
import { fingerprintView, watermarkView } from '../views/asset.ts';
import { answerAsset, ASSET_ITEM, assetExistsFirst } from './assetRoutes.ts';

const tags = ['Assets'];

const ifMatch = (request: FastifyRequest): Expected => {
  const header = request.headers['if-match'];
  return header === undefined ? null : entityTags(header);
};

/** `null` clears: texts become null, tags become none (RFC 7396). */
function patchOf({ title, description, tags }: z.output<typeof AssetPatchBody>): AssetPatch {
  return {
    ...(title === undefined ? {} : { title: title || null }),
    ...(description === undefined ? {} : { description: description || null }),
    ...(tags === undefined ? {} : { tags: cleanTags(tags ?? []) }),
  };
}

export function registerAssetItemRoutes(app: App, deps: HttpDeps): void {
  const { ports } = deps;
  const reading = requireCaller(ports, 'asset.see');

  const send = (reply: FastifyReply, asset: Asset) => answerAsset(deps, reply, asset);

  app.get(
    '/v1/assets/:asset_id',
    {
      onRequest: reading,
      schema: {
        operationId: 'getAsset',
        summary: 'Read a picture’s record',
        tags,
        security: credentials('asset.see'),
        params: AssetParams,
        response: {
          200: AssetBody,
          304: z.undefined().describe('Unchanged since `If-None-Match`.'),
          ...failures(...ASSET_ITEM),
        },
      },
    },
    async (request, reply) => {
      const asset = await getAsset(ports, callerOf(request), request.params.asset_id);
      const known = request.headers['if-none-match'];
      const view = await send(reply, asset);
      if (known !== undefined && entityTags(known).includes(assetVersion(asset))) return reply.code(304).send();
      return view;
    },
  );

  app.patch(
    '/v1/assets/:asset_id',
    {
      onRequest: [requireCaller(ports, 'asset.write'), assetExistsFirst(ports)],
      schema: {
        operationId: 'editAsset',
        summary: 'Edit title, description, tags',
        tags,
        security: credentials('asset.write'),
        params: AssetParams,
        body: AssetPatchBody,
        response: {
          200: AssetBody,
          ...failures(...ASSET_ITEM, 'FORBIDDEN', 'PRECONDITION_FAILED', 'UNSUPPORTED_MEDIA_TYPE', 'PAYLOAD_TOO_LARGE'),
        },
      },
    },
    async (request, reply) => {
      const patch = patchOf(request.body);
      return send(reply, await editAsset(ports, callerOf(request), request.params.asset_id, patch, ifMatch(request)));
    },
  );

  app.delete(
    '/v1/assets/:asset_id',
    {
      onRequest: requireCaller(ports, 'asset.delete'),
      schema: {
        operationId: 'deleteAsset',
        summary: 'Delete a picture and everything kept of it',
        tags,
        security: credentials('asset.delete'),
        params: AssetParams,
        response: {
          204: z.undefined().describe('Deleted.'),
          ...failures(...ASSET_ITEM, 'FORBIDDEN', 'PRECONDITION_FAILED'),
        },
      },
    },
    async (request, reply) => {
      await deleteAsset(ports, callerOf(request), request.params.asset_id, ifMatch(request));
      return reply.code(204).send();
    },
  );

  app.get(
    '/v1/assets/:asset_id/watermark',
    {
      onRequest: reading,
      schema: {
        operationId: 'getWatermark',
        summary: 'The watermark record',
        tags,
        security: credentials('asset.see'),
        params: AssetParams,
        response: { 200: WatermarkBody, ...failures(...ASSET_ITEM) },
      },
    },
    async (request) => {
      const asset = await getAsset(ports, callerOf(request), request.params.asset_id);
      if (!asset.watermark) throw new AppError('ASSET_NOT_FOUND', 'This asset carries no watermark.');
      return watermarkView(asset.id, asset.watermark);
    },
  );

  app.get(
    '/v1/assets/:asset_id/fingerprint',
    {
      onRequest: reading,
      schema: {
        operationId: 'getFingerprint',
        summary: 'The perceptual fingerprint',
        tags,
        security: credentials('asset.see'),
        params: AssetParams,
        response: { 200: FingerprintBody, ...failures(...ASSET_ITEM, 'ASSET_NOT_READY') },
      },
    },
    async (request) => {
      const asset = await getAsset(ports, callerOf(request), request.params.asset_id);
      const fingerprint = await ports.assets.fingerprint(asset.id);
      if (!fingerprint) throw new AppError('ASSET_NOT_READY', `The asset is ${asset.processingStatus}.`);
      return fingerprintView(asset.id, fingerprint);
    },
  );
}
