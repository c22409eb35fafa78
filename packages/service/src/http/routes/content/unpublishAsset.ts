/** DELETE /v1/storage/assets/:asset_id/publication: take the publication of an asset back. @module */
import { z } from 'zod';
import { unpublishAsset } from '../../../app/content/publishAsset.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { AssetParams } from '../../schemas/assets/asset.ts';
import { failures } from '../../schemas/common.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { ASSET_ITEM, assetExistsFirst } from '../assets/assetItem.ts';

const schema = {
  operationId: 'unpublishAsset',
  summary: 'Take the publication of an asset back',
  description: 'The gateway answers 404 from now on, and pins are removed.',
  tags: ['Storage'],
  security: credentials('asset.write'),
  params: AssetParams,
  response: { 204: z.undefined().describe('Nothing of it is public.'), ...failures(...ASSET_ITEM, 'FORBIDDEN') },
};

export function unpublishAssetRoute(app: App, { ports }: RouteDeps): void {
  app.delete(
    '/v1/storage/assets/:asset_id/publication',
    { onRequest: [requireCaller(ports, 'asset.write'), assetExistsFirst(ports, 'asset.write')], schema },
    async (request, reply) => {
      await unpublishAsset(ports, callerOf(request), request.params.asset_id);
      return reply.code(204).send();
    },
  );
}
