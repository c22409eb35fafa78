/** Making files of an asset public under their content identifiers. @module */
import { z } from 'zod';
import { listPublications, type Publication, publishAsset, unpublishAsset } from '../../app/content/publishAsset.ts';
import { callerOf, requireCaller } from '../auth.ts';
import type { App, HttpDeps } from '../httpDeps.ts';
import { AssetParams } from '../schemas/asset.ts';
import { failures } from '../schemas/common.ts';
import { PublicationsBody, PublishInput } from '../schemas/content.ts';
import { credentials } from '../security.ts';
import { ASSET_ITEM, assetExistsFirst, JSON_BODY } from './assetRoutes.ts';

const tags = ['Storage'];
const URL = '/v1/storage/assets/:asset_id/publication';

const publicationsView = (
  assetId: string,
  publications: readonly Publication[],
  base: string,
): z.output<typeof PublicationsBody> => ({
  asset_id: assetId,
  files: publications.map(({ file, pin }) => ({
    variant: file.variant,
    cid: file.rootCid,
    size_bytes: file.sizeBytes,
    url: `${base}/ipfs/${file.rootCid}`,
    published_at: file.createdAt.toISOString(),
    pin: pin && { cid: pin.cid, status: pin.status, last_error: pin.lastError },
  })),
});

export function registerPublicationRoutes(app: App, { ports, settings }: HttpDeps): void {
  const changing = [requireCaller(ports, 'asset.write'), assetExistsFirst(ports, 'asset.write')];

  app.post(
    URL,
    {
      onRequest: changing,
      schema: {
        operationId: 'publishAsset',
        summary: 'Make files public under their content identifiers',
        description:
          'Everyone can then fetch them from `/ipfs/{cid}`, and pins of them are made where an IPFS node is set. What others fetched they may keep.',
        tags,
        security: credentials('asset.write'),
        params: AssetParams,
        body: PublishInput,
        response: {
          201: PublicationsBody,
          ...failures(...ASSET_ITEM, ...JSON_BODY, 'FORBIDDEN', 'ASSET_NOT_READY', 'CONFLICT'),
        },
      },
    },
    async (request, reply) => {
      const { asset_id } = request.params;
      const made = await publishAsset(ports, callerOf(request), asset_id, request.body.variants);
      reply.code(201);
      return publicationsView(asset_id, made, settings.publicBaseUrl());
    },
  );

  app.get(
    URL,
    {
      onRequest: requireCaller(ports, 'asset.see'),
      schema: {
        operationId: 'listPublications',
        summary: 'Which files of an asset are public',
        tags,
        security: credentials('asset.see'),
        params: AssetParams,
        response: { 200: PublicationsBody, ...failures(...ASSET_ITEM, 'FORBIDDEN') },
      },
    },
    async (request) => {
      const { asset_id } = request.params;
      return publicationsView(
        asset_id,
        await listPublications(ports, callerOf(request), asset_id),
        settings.publicBaseUrl(),
      );
    },
  );

  app.delete(
    URL,
    {
      onRequest: changing,
      schema: {
        operationId: 'unpublishAsset',
        summary: 'Take the publication of an asset back',
        description: 'The gateway answers 404 from now on, and pins are removed.',
        tags,
        security: credentials('asset.write'),
        params: AssetParams,
        response: { 204: z.undefined().describe('Nothing of it is public.'), ...failures(...ASSET_ITEM, 'FORBIDDEN') },
      },
    },
    async (request, reply) => {
      await unpublishAsset(ports, callerOf(request), request.params.asset_id);
      return reply.code(204).send();
    },
  );
}
