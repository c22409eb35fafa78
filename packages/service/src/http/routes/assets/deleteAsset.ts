/** DELETE /v1/assets/:asset_id: delete a picture and everything kept of it. @module */
import { ifMatch } from '../../request/entityTags.ts';
import { z } from 'zod';
import { deleteAsset } from '../../../app/assets/changeAsset.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { AssetParams } from '../../schemas/assets/asset.ts';
import { failures } from '../../schemas/common.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { ASSET_ITEM } from './assetItem.ts';

const schema = {
  operationId: 'deleteAsset',
  summary: 'Delete a picture and everything kept of it',
  description:
    'Files, marks, fingerprints and links, for good. What a ledger or the public log holds stays there, as a hash.',
  tags: ['Assets'],
  security: credentials('asset.delete'),
  params: AssetParams,
  response: {
    204: z.undefined().describe('Deleted.'),
    ...failures(...ASSET_ITEM, 'FORBIDDEN', 'PRECONDITION_FAILED'),
  },
};

export function deleteAssetRoute(app: App, { ports }: RouteDeps): void {
  app.delete(
    '/v1/assets/:asset_id',
    { onRequest: requireCaller(ports, 'asset.delete'), schema },
    async (request, reply) => {
      await deleteAsset(ports, callerOf(request), request.params.asset_id, ifMatch(request));
      return reply.code(204).send();
    },
  );
}
