/** GET /v1/assets/:asset_id/share: list the public links to a picture. @module */
import { PageQuery } from '../../schemas/common.ts';
import { askedPage, pageView, sliceOf } from '../../request/paging.ts';
import { assetTarget, listShares } from '../../../app/shares/shareLinks.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { AssetParams } from '../../schemas/assets/asset.ts';
import { failures } from '../../schemas/common.ts';
import { SharePage } from '../../schemas/storage/shares.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { shareView } from '../../views/shares.ts';
import { ASSET_ITEM, assetExistsFirst } from '../assets/assetItem.ts';

const schema = {
  operationId: 'listAssetShares',
  summary: 'List the public links to a picture',
  description: 'Also those that were revoked or have expired; the addresses themselves were shown once.',
  tags: ['Sharing'],
  security: credentials('asset.write'),
  params: AssetParams,
  querystring: PageQuery,
  response: { 200: SharePage, ...failures(...ASSET_ITEM, 'FORBIDDEN') },
};

export function listAssetSharesRoute(app: App, { ports, settings }: RouteDeps): void {
  app.get(
    '/v1/assets/:asset_id/share',
    { onRequest: [requireCaller(ports, 'asset.write'), assetExistsFirst(ports, 'asset.write')], schema },
    async (request, reply) => {
      const target = await assetTarget(ports, callerOf(request), request.params.asset_id);
      const asked = askedPage(request.query);
      const { items, total } = sliceOf(await listShares(ports, target), asked);
      return pageView(settings, request, reply, asked, { items: items.map(shareView), total });
    },
  );
}
