/** POST /v1/storage/assets/:asset_id/archive: archive an asset. @module */
import { archiveAsset } from '../../../app/archive/archiveAsset.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { AssetParams } from '../../schemas/assets/asset.ts';
import { failures } from '../../schemas/common.ts';
import { ArchiveBody } from '../../schemas/storage/content.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { archiveView } from '../../views/archive.ts';
import { ASSET_ITEM } from '../assets/assetItem.ts';

const schema = {
  operationId: 'archiveAsset',
  summary: 'Archive an asset',
  description:
    'Writes all its files into write-once storage, as they are stored: those of an encrypted asset as ciphertext. Archived again without a change it is the same archive. Deleting the asset does not remove archives; of an encrypted one it destroys the key, so that nobody can read it any more.',
  tags: ['Storage'],
  security: credentials('asset.write'),
  params: AssetParams,
  response: { 201: ArchiveBody, ...failures(...ASSET_ITEM, 'FORBIDDEN', 'ASSET_NOT_READY', 'CONFLICT') },
};

export function archiveAssetRoute(app: App, { ports }: RouteDeps): void {
  app.post(
    '/v1/storage/assets/:asset_id/archive',
    { onRequest: requireCaller(ports, 'asset.write'), schema },
    async (request, reply) => {
      const { asset_id } = request.params;
      const record = await archiveAsset(ports, callerOf(request), asset_id);
      reply.code(201).header('location', `/v1/storage/assets/${asset_id}/archive`);
      return archiveView(record);
    },
  );
}
