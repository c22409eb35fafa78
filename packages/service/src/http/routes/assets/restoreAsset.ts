/** POST /v1/assets/:asset_id/restore: take a withdrawal back. @module */
import { ifMatch } from '../../request/entityTags.ts';
import { setWithdrawn } from '../../../app/assets/withdrawAsset.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { AssetBody, AssetParams } from '../../schemas/assets/asset.ts';
import { failures } from '../../schemas/common.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { answerAsset, ASSET_ITEM, assetExistsFirst } from './assetItem.ts';

const schema = {
  operationId: 'restoreAsset',
  summary: 'Take a withdrawal back',
  description: 'It counts as registered again, and verifications say so.',
  tags: ['Assets'],
  security: credentials('asset.withdraw'),
  params: AssetParams,
  response: { 200: AssetBody, ...failures(...ASSET_ITEM, 'FORBIDDEN', 'CONFLICT', 'PRECONDITION_FAILED') },
};

export function restoreAssetRoute(app: App, deps: RouteDeps): void {
  const { ports } = deps;

  app.post(
    '/v1/assets/:asset_id/restore',
    { onRequest: [requireCaller(ports, 'asset.withdraw'), assetExistsFirst(ports, 'asset.withdraw')], schema },
    async (request, reply) => {
      const { asset_id } = request.params;
      return answerAsset(deps, reply, await setWithdrawn(ports, callerOf(request), asset_id, null, ifMatch(request)));
    },
  );
}
