/** GET /v1/assets/:asset_id/copies: list the copies of a picture. @module */
import { z } from 'zod';
import { listCopies } from '../../../app/copies/recipientCopies.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { askedPage, pageView } from '../../request/paging.ts';
import { AssetParams } from '../../schemas/assets/asset.ts';
import { CopyPage } from '../../schemas/assets/copies.ts';
import { failures, pageQuery } from '../../schemas/common.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { copyView } from '../../views/copy.ts';
import { ASSET_ITEM, assetExistsFirst } from '../assets/assetItem.ts';

const schema = {
  operationId: 'listCopies',
  summary: 'List the copies of a picture',
  description: 'Each names its recipient; the newest first.',
  tags: ['Assets'],
  security: credentials('asset.write'),
  params: AssetParams,
  querystring: z.object(pageQuery),
  response: { 200: CopyPage, ...failures(...ASSET_ITEM, 'FORBIDDEN') },
};

export function listCopiesRoute(app: App, { ports, settings }: RouteDeps): void {
  app.get(
    '/v1/assets/:asset_id/copies',
    { onRequest: [requireCaller(ports, 'asset.write'), assetExistsFirst(ports, 'asset.write')], schema },
    async (request, reply) => {
      const asked = askedPage(request.query);
      const { items, total } = await listCopies(ports, callerOf(request), request.params.asset_id, asked);
      const views = items.map((seen) => copyView(seen, settings.publicBaseUrl()));
      return pageView(settings, request, reply, asked, { items: views, total });
    },
  );
}
