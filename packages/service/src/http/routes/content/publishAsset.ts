/** POST /v1/storage/assets/:asset_id/publication: make files public under their content identifiers. @module */
import { publishAsset } from '../../../app/content/publishAsset.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { AssetParams } from '../../schemas/assets/asset.ts';
import { failures, JSON_BODY } from '../../schemas/common.ts';
import { PublicationsBody, PublishInput } from '../../schemas/storage/content.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { publicationsView } from '../../views/publication.ts';
import { ASSET_ITEM, assetExistsFirst } from '../assets/assetItem.ts';

const schema = {
  operationId: 'publishAsset',
  summary: 'Make files public under their content identifiers',
  description:
    'Everyone can then fetch them from `/ipfs/{cid}`, and pins of them are made where an IPFS node is set. What others fetched they may keep.',
  tags: ['Storage'],
  security: credentials('asset.write'),
  params: AssetParams,
  body: PublishInput,
  response: {
    201: PublicationsBody,
    ...failures(...ASSET_ITEM, ...JSON_BODY, 'FORBIDDEN', 'ASSET_NOT_READY', 'CONFLICT'),
  },
};

export function publishAssetRoute(app: App, { ports, settings }: RouteDeps): void {
  app.post(
    '/v1/storage/assets/:asset_id/publication',
    { onRequest: [requireCaller(ports, 'asset.write'), assetExistsFirst(ports, 'asset.write')], schema },
    async (request, reply) => {
      const { asset_id } = request.params;
      const made = await publishAsset(ports, callerOf(request), asset_id, request.body.variants);
      reply.code(201).header('location', `/v1/storage/assets/${asset_id}/publication`);
      return publicationsView(asset_id, made, settings.publicBaseUrl());
    },
  );
}
