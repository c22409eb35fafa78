/** POST /v1/storage/assets/:asset_id/check: read the stored files again and compare their hashes. @module */
import { checkFiles } from '../../../app/storage/checkFiles.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { AssetParams } from '../../schemas/assets/asset.ts';
import { failures } from '../../schemas/common.ts';
import { FileCheckBody } from '../../schemas/storage/storage.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { fileCheckView } from '../../views/storage.ts';
import { ASSET_ITEM } from '../assets/assetItem.ts';

const schema = {
  operationId: 'checkFiles',
  summary: 'Read the stored files again and compare their hashes',
  description: 'Tells which are intact, altered or missing. Nothing is repaired.',
  tags: ['Storage'],
  security: credentials('asset.see'),
  params: AssetParams,
  response: { 200: FileCheckBody, ...failures(...ASSET_ITEM) },
};

export function checkFilesRoute(app: App, { ports }: RouteDeps): void {
  app.post(
    '/v1/storage/assets/:asset_id/check',
    { onRequest: requireCaller(ports, 'asset.see'), schema },
    async (request) => {
      const { asset_id } = request.params;
      const files = await checkFiles(ports, callerOf(request), asset_id);
      return fileCheckView(asset_id, files, ports.clock.now());
    },
  );
}
