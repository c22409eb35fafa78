/** GET /v1/assets/:asset_id/watermark: the watermark record. @module */
import { watermarkOf } from '../../../app/assets/assetParts.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { AssetParams, WatermarkBody } from '../../schemas/assets/asset.ts';
import { failures } from '../../schemas/common.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { watermarkView } from '../../views/asset.ts';
import { ASSET_ITEM } from './assetItem.ts';

const schema = {
  operationId: 'getWatermark',
  summary: 'The watermark record',
  description: 'Which tracks were embedded, how strongly, and what each reads from the delivered file.',
  tags: ['Assets'],
  security: credentials('asset.see'),
  params: AssetParams,
  response: { 200: WatermarkBody, ...failures(...ASSET_ITEM) },
};

export function getWatermarkRoute(app: App, { ports }: RouteDeps): void {
  app.get(
    '/v1/assets/:asset_id/watermark',
    { onRequest: requireCaller(ports, 'asset.see'), schema },
    async (request) => {
      const { asset_id } = request.params;
      return watermarkView(asset_id, await watermarkOf(ports, callerOf(request), asset_id));
    },
  );
}
