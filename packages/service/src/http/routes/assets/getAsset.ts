/** GET /v1/assets/:asset_id: read a picture’s record. @module */
import { z } from 'zod';
import { assetVersion } from '../../../app/versions.ts';
import { getAsset } from '../../../app/assets/changeAsset.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { isKnown } from '../../request/entityTags.ts';
import { AssetBody, AssetParams } from '../../schemas/assets/asset.ts';
import { failures } from '../../schemas/common.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { answerAsset, ASSET_ITEM } from './assetItem.ts';

const schema = {
  operationId: 'getAsset',
  summary: 'Read a picture’s record',
  description: 'With its watermark and fingerprint. The `ETag` names its version.',
  tags: ['Assets'],
  security: credentials('asset.see'),
  params: AssetParams,
  response: {
    200: AssetBody,
    304: z.undefined().describe('Unchanged since `If-None-Match`.'),
    ...failures(...ASSET_ITEM),
  },
};

export function getAssetRoute(app: App, deps: RouteDeps): void {
  const { ports } = deps;
  app.get('/v1/assets/:asset_id', { onRequest: requireCaller(ports, 'asset.see'), schema }, async (request, reply) => {
    const asset = await getAsset(ports, callerOf(request), request.params.asset_id);
    const view = await answerAsset(deps, reply, asset);
    return isKnown(request, assetVersion(asset)) ? reply.code(304).send() : view;
  });
}
