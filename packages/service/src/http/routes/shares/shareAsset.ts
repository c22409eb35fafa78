/** POST /v1/assets/:asset_id/share: make a public link to a picture’s facts. @module */
import { assetTarget } from '../../../app/shares/shareLinks.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { AssetParams } from '../../schemas/assets/asset.ts';
import { failures, JSON_BODY } from '../../schemas/common.ts';
import { NewShareBody, ShareInputBody } from '../../schemas/storage/shares.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { ASSET_ITEM, assetExistsFirst } from '../assets/assetItem.ts';
import { answerNew } from './shareItem.ts';

const schema = {
  operationId: 'shareAsset',
  summary: 'Make a public link to a picture’s facts',
  description: 'Shows title, hashes and preview to everyone who has the link; no metadata, no names of people.',
  tags: ['Sharing'],
  security: credentials('asset.write'),
  params: AssetParams,
  body: ShareInputBody,
  response: { 201: NewShareBody, ...failures(...ASSET_ITEM, ...JSON_BODY, 'FORBIDDEN') },
};

export function shareAssetRoute(app: App, deps: RouteDeps): void {
  const { ports } = deps;

  app.post(
    '/v1/assets/:asset_id/share',
    { onRequest: [requireCaller(ports, 'asset.write'), assetExistsFirst(ports, 'asset.write')], schema },
    async (request, reply) => {
      const target = await assetTarget(ports, callerOf(request), request.params.asset_id);
      return answerNew(deps, [request, reply], target, request.body?.expires_in);
    },
  );
}
