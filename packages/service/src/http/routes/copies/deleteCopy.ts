/** DELETE /v1/assets/:asset_id/copies/:copy_id: delete a copy. @module */
import { z } from 'zod';
import { deleteCopy } from '../../../app/copies/recipientCopies.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { CopyParams } from '../../schemas/assets/copies.ts';
import { failures } from '../../schemas/common.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { assetExistsFirst } from '../assets/assetItem.ts';
import { COPY_ITEM } from './copyItem.ts';

const schema = {
  operationId: 'deleteCopy',
  summary: 'Delete a copy',
  description: 'Its marks name nothing from now on.',
  tags: ['Assets'],
  security: credentials('asset.write'),
  params: CopyParams,
  response: { 204: z.undefined().describe('Deleted.'), ...failures(...COPY_ITEM) },
};

export function deleteCopyRoute(app: App, { ports }: RouteDeps): void {
  app.delete(
    '/v1/assets/:asset_id/copies/:copy_id',
    { onRequest: [requireCaller(ports, 'asset.write'), assetExistsFirst(ports, 'asset.write')], schema },
    async (request, reply) => {
      const { asset_id, copy_id } = request.params;
      await deleteCopy(ports, callerOf(request), asset_id, copy_id);
      return reply.code(204).send();
    },
  );
}
