/** GET /v1/assets/:asset_id/fingerprint: the perceptual fingerprint. @module */
import { fingerprintOf } from '../../../app/assets/assetParts.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { AssetParams, FingerprintBody } from '../../schemas/assets/asset.ts';
import { failures } from '../../schemas/common.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { fingerprintView } from '../../views/asset.ts';
import { ASSET_ITEM } from './assetItem.ts';

const schema = {
  operationId: 'getFingerprint',
  summary: 'The perceptual fingerprint',
  description: 'Perceptual hashes and what embeds it, without the long vectors.',
  tags: ['Assets'],
  security: credentials('asset.see'),
  params: AssetParams,
  response: { 200: FingerprintBody, ...failures(...ASSET_ITEM, 'ASSET_NOT_READY') },
};

export function getFingerprintRoute(app: App, { ports }: RouteDeps): void {
  app.get(
    '/v1/assets/:asset_id/fingerprint',
    { onRequest: requireCaller(ports, 'asset.see'), schema },
    async (request) => {
      const { asset_id } = request.params;
      return fingerprintView(asset_id, await fingerprintOf(ports, callerOf(request), asset_id));
    },
  );
}
