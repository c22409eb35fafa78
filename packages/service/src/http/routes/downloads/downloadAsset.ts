/** GET /v1/assets/:asset_id/download: download a stored file. @module */
import { openAssetFile } from '../../../app/assets/assetFile.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { sendFileOrLink } from '../../reply/fileLink.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { storedFileSchema } from './storedFile.ts';

const schema = { operationId: 'downloadAsset', ...storedFileSchema };

export function downloadAssetRoute(app: App, { ports }: RouteDeps): void {
  app.get(
    '/v1/assets/:asset_id/download',
    { onRequest: requireCaller(ports, 'asset.see'), config: { ownWindows: 'files' }, schema },
    async (request, reply) => {
      const { asset_id } = request.params;
      const file = await openAssetFile(ports, callerOf(request), asset_id, request.query.variant ?? null);
      return sendFileOrLink(request, reply, file, {
        limits: ports.limits,
        isWanted: request.query.redirect,
      });
    },
  );
}
