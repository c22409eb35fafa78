/** POST /v1/assets/:asset_id/reprocess: process a failed upload again, or mark a completed one anew. @module */
import { reprocessAsset } from '../../../app/assets/reprocessAsset.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { AssetBody, AssetParams } from '../../schemas/assets/asset.ts';
import { failures } from '../../schemas/common.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { answerAsset, ASSET_ITEM, assetExistsFirst } from './assetItem.ts';

const schema = {
  operationId: 'reprocessAsset',
  summary: 'Process an upload again',
  description:
    'A failed one from its original, which is kept for 24 hours after the failure. A completed one is marked anew with the tracks of this version: the new delivered file takes the place of the old one, whose hash stays an exact match for ever. Counts as an upload.',
  tags: ['Assets'],
  security: credentials('asset.write'),
  params: AssetParams,
  response: {
    200: AssetBody,
    ...failures(...ASSET_ITEM, 'FORBIDDEN', 'QUOTA_EXCEEDED', 'CONFLICT', 'PROCESSING_FAILED'),
  },
};

export function reprocessAssetRoute(app: App, deps: RouteDeps): void {
  const { ports } = deps;

  app.post(
    '/v1/assets/:asset_id/reprocess',
    { onRequest: [requireCaller(ports, 'asset.write'), assetExistsFirst(ports, 'asset.write')], schema },
    async (request, reply) =>
      answerAsset(deps, reply, await reprocessAsset(ports, callerOf(request), request.params.asset_id)),
  );
}
