/** POST /v1/storage/assets/:asset_id/check: read the stored files again and compare their hashes. @module */
import { tenantOf } from '../../../app/limits/principal.ts';
import { checkFiles } from '../../../app/storage/checkFiles.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { oneAtATime } from '../../request/oneAtATime.ts';
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
  /** Each reads up to a hundred copies from its first to its last byte. */
  const oneCheck = oneAtATime('Your other check of files is still at work. Wait for it.');
  app.post(
    '/v1/storage/assets/:asset_id/check',
    { onRequest: requireCaller(ports, 'asset.see'), schema },
    async (request) => {
      const { asset_id } = request.params;
      const caller = callerOf(request);
      const check = () => checkFiles(ports, caller, asset_id);
      const files = await oneCheck(tenantOf(ports, caller, request.ip), check);
      return fileCheckView(asset_id, files, ports.clock.now());
    },
  );
}
