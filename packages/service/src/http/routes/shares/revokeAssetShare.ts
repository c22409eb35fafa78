/** DELETE /v1/assets/:asset_id/share/:share_id: revoke a public link to a picture. @module */
import { assetTarget, revokeShare } from '../../../app/shares/shareLinks.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { failures } from '../../schemas/common.ts';
import { AssetShareParams } from '../../schemas/storage/shares.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { ASSET_ITEM, assetExistsFirst } from '../assets/assetItem.ts';
import { REVOKED } from './shareItem.ts';

const schema = {
  operationId: 'revokeAssetShare',
  summary: 'Revoke a public link to a picture',
  description: 'Its address answers 410 from then on.',
  tags: ['Sharing'],
  security: credentials('asset.write'),
  params: AssetShareParams,
  response: { 204: REVOKED, ...failures(...ASSET_ITEM, 'FORBIDDEN', 'LINK_NOT_FOUND') },
};

export function revokeAssetShareRoute(app: App, { ports }: RouteDeps): void {
  app.delete(
    '/v1/assets/:asset_id/share/:share_id',
    { onRequest: [requireCaller(ports, 'asset.write'), assetExistsFirst(ports, 'asset.write')], schema },
    async (request, reply) => {
      const caller = callerOf(request);
      const target = await assetTarget(ports, caller, request.params.asset_id);
      await revokeShare(ports, caller, target, request.params.share_id);
      return reply.code(204).send();
    },
  );
}
