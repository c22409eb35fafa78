/** GET /v1/assets/:asset_id/matches: pictures of the same organization that look alike. @module */
import { assetMatches } from '../../../app/assets/similarAssets.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { AssetParams } from '../../schemas/assets/asset.ts';
import { MatchesQuery, SimilarAssetPage } from '../../schemas/assets/history.ts';
import { failures } from '../../schemas/common.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { similarAssetsView } from '../../views/history.ts';
import { ASSET_ITEM } from './assetItem.ts';

const schema = {
  operationId: 'getMatches',
  summary: 'Pictures of the same organization that look alike',
  description: 'Likely copies and variants, the most similar first.',
  tags: ['Assets'],
  security: credentials('asset.see'),
  params: AssetParams,
  querystring: MatchesQuery,
  response: { 200: SimilarAssetPage, ...failures(...ASSET_ITEM, 'ASSET_NOT_READY') },
};

export function getMatchesRoute(app: App, deps: RouteDeps): void {
  const { ports } = deps;

  app.get(
    '/v1/assets/:asset_id/matches',
    { onRequest: requireCaller(ports, 'asset.see'), schema },
    async (request, reply) => {
      const { threshold } = request.query;
      const found = await assetMatches(ports, callerOf(request), request.params.asset_id, threshold);
      return similarAssetsView(deps, [request, reply], found, request.query);
    },
  );
}
