/** POST /v1/assets/:asset_id/revoke: withdraw a picture. @module */
import { ifMatch } from '../../request/entityTags.ts';
import { setWithdrawn } from '../../../app/assets/withdrawAsset.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { AssetBody, AssetParams } from '../../schemas/assets/asset.ts';
import { RevokeBody } from '../../schemas/assets/history.ts';
import { failures, JSON_BODY } from '../../schemas/common.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { answerAsset, ASSET_ITEM, assetExistsFirst } from './assetItem.ts';

const schema = {
  operationId: 'revokeAsset',
  summary: 'Withdraw a picture',
  description: 'It stays stored; verifications say that its owner has withdrawn it.',
  tags: ['Assets'],
  security: credentials('asset.withdraw'),
  params: AssetParams,
  body: RevokeBody,
  response: {
    200: AssetBody,
    ...failures(...ASSET_ITEM, ...JSON_BODY, 'FORBIDDEN', 'CONFLICT', 'PRECONDITION_FAILED'),
  },
};

export function revokeAssetRoute(app: App, deps: RouteDeps): void {
  const { ports } = deps;

  app.post(
    '/v1/assets/:asset_id/revoke',
    { onRequest: [requireCaller(ports, 'asset.withdraw'), assetExistsFirst(ports, 'asset.withdraw')], schema },
    async (request, reply) => {
      const { asset_id } = request.params;
      const expected = ifMatch(request);
      const revoked = await setWithdrawn(ports, callerOf(request), asset_id, request.body.reason, expected);
      return answerAsset(deps, reply, revoked);
    },
  );
}
