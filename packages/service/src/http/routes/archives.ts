/** Copies of assets in write-once storage (G140). @module */
import type { z } from 'zod';
import { archiveAsset, getArchive } from '../../app/archive/archiveAsset.ts';
import type { ArchiveRecord } from '../../app/ports/archives.ts';
import { callerOf, requireCaller } from '../auth.ts';
import type { App, HttpDeps } from '../httpDeps.ts';
import { AssetParams } from '../schemas/asset.ts';
import { failures } from '../schemas/common.ts';
import { ArchiveBody } from '../schemas/content.ts';
import { credentials } from '../security.ts';
import { ASSET_ITEM } from './assetRoutes.ts';

const tags = ['Storage'];
const URL = '/v1/storage/assets/:asset_id/archive';

const archiveView = (record: ArchiveRecord): z.output<typeof ArchiveBody> => ({
  asset_id: record.assetId,
  archive_cid: record.archiveCid,
  size_bytes: record.sizeBytes,
  archived_at: record.createdAt.toISOString(),
  checked_at: record.checkedAt?.toISOString() ?? null,
  check_state: record.checkState,
});

export function registerArchiveRoutes(app: App, { ports }: HttpDeps): void {
  app.post(
    URL,
    {
      onRequest: requireCaller(ports, 'asset.write'),
      schema: {
        operationId: 'archiveAsset',
        summary: 'Archive an asset',
        description:
          'Writes all its files into write-once storage, as they are stored: those of an encrypted asset as ciphertext. Archived again without a change it is the same archive. Deleting the asset does not remove archives; of an encrypted one it destroys the key, so that nobody can read it any more.',
        tags,
        security: credentials('asset.write'),
        params: AssetParams,
        response: { 201: ArchiveBody, ...failures(...ASSET_ITEM, 'FORBIDDEN', 'ASSET_NOT_READY', 'CONFLICT') },
      },
    },
    async (request, reply) => {
      const record = await archiveAsset(ports, callerOf(request), request.params.asset_id);
      reply.code(201);
      return archiveView(record);
    },
  );

  app.get(
    URL,
    {
      onRequest: requireCaller(ports, 'asset.see'),
      schema: {
        operationId: 'getArchive',
        summary: 'The latest archive of an asset, and when it was last checked',
        tags,
        security: credentials('asset.see'),
        params: AssetParams,
        response: { 200: ArchiveBody, ...failures(...ASSET_ITEM, 'FORBIDDEN', 'NOT_FOUND') },
      },
    },
    async (request) => archiveView(await getArchive(ports, callerOf(request), request.params.asset_id)),
  );
}
