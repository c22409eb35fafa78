/** GET /v1/assets/:asset_id/copies/:copy_id: read a copy’s record. @module */
import { getSeenCopy } from '../../../app/copies/recipientCopies.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { CopyBody, CopyParams } from '../../schemas/assets/copies.ts';
import { failures } from '../../schemas/common.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { copyView } from '../../views/copy.ts';
import { assetExistsFirst } from '../assets/assetItem.ts';
import { COPY_ITEM } from './copyItem.ts';

const schema = {
  operationId: 'getCopy',
  summary: 'Read a copy’s record',
  description: 'For whom it was made, when, and the hash of the file.',
  tags: ['Assets'],
  security: credentials('asset.write'),
  params: CopyParams,
  response: { 200: CopyBody, ...failures(...COPY_ITEM) },
};

export function getCopyRoute(app: App, { ports, settings }: RouteDeps): void {
  app.get(
    '/v1/assets/:asset_id/copies/:copy_id',
    { onRequest: [requireCaller(ports, 'asset.write'), assetExistsFirst(ports, 'asset.write')], schema },
    async (request) => {
      const { asset_id, copy_id } = request.params;
      const seen = await getSeenCopy(ports, callerOf(request), asset_id, copy_id);
      return copyView(seen, settings.publicBaseUrl());
    },
  );
}
