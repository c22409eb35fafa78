/** GET /v1/assets/:asset_id/copies/:copy_id/download: download a copy. @module */
import { openCopyFile } from '../../../app/copies/copyFile.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { sendFile } from '../../reply/fileReply.ts';
import { CopyParams } from '../../schemas/assets/copies.ts';
import { failures } from '../../schemas/common.ts';
import { DOWNLOADS } from '../../schemas/storage/downloads.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { assetExistsFirst } from '../assets/assetItem.ts';
import { COPY_ITEM } from './copyItem.ts';

const schema = {
  operationId: 'downloadCopy',
  summary: 'Download a copy',
  description: 'The file with the mark of its recipient, as an attachment with `ETag` and `Repr-Digest`.',
  tags: ['Assets'],
  security: credentials('asset.write'),
  params: CopyParams,
  response: { ...DOWNLOADS, ...failures(...COPY_ITEM, 'RANGE_NOT_SATISFIABLE') },
};

export function downloadCopyRoute(app: App, { ports }: RouteDeps): void {
  app.get(
    '/v1/assets/:asset_id/copies/:copy_id/download',
    {
      onRequest: [requireCaller(ports, 'asset.write'), assetExistsFirst(ports, 'asset.write')],
      config: { ownWindows: 'files' },
      schema,
    },
    async (request, reply) => {
      const { asset_id, copy_id } = request.params;
      return sendFile(request, reply, await openCopyFile(ports, callerOf(request), asset_id, copy_id));
    },
  );
}
