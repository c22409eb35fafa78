/** GET /v1/storage/assets/:asset_id/archive: the latest archive of an asset, and when it was last checked. @module */
import { getArchive } from '../../../app/archive/archiveAsset.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { AssetParams } from '../../schemas/assets/asset.ts';
import { failures } from '../../schemas/common.ts';
import { ArchiveBody } from '../../schemas/storage/content.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { archiveView } from '../../views/archive.ts';
import { ASSET_ITEM } from '../assets/assetItem.ts';

const schema = {
  operationId: 'getArchive',
  summary: 'The latest archive of an asset, and when it was last checked',
  description: 'Its identifier, its size, and what the last check found.',
  tags: ['Storage'],
  security: credentials('asset.see'),
  params: AssetParams,
  response: { 200: ArchiveBody, ...failures(...ASSET_ITEM, 'FORBIDDEN', 'ARCHIVE_NOT_FOUND') },
};

export function getArchiveRoute(app: App, { ports }: RouteDeps): void {
  app.get(
    '/v1/storage/assets/:asset_id/archive',
    { onRequest: requireCaller(ports, 'asset.see'), schema },
    async (request) => archiveView(await getArchive(ports, callerOf(request), request.params.asset_id)),
  );
}
