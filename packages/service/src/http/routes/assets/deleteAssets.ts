/** POST /v1/assets/bulk-delete: delete several pictures and everything kept of them. @module */
import { deleteAssets, type Deletion } from '../../../app/assets/deleteAssets.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { BulkDeleteBody, BulkDeleteInput } from '../../schemas/assets/assetBulk.ts';
import { failures, JSON_BODY } from '../../schemas/common.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials, NEEDS_CREDENTIAL } from '../../security/security.ts';
import { countsOf, failureView } from './assetBatch.ts';

const deletionView = ({ id, error }: Deletion) => ({
  id,
  deleted: error === null,
  error: error && failureView(error),
});

const schema = {
  operationId: 'deleteAssets',
  summary: 'Delete several pictures and everything kept of them',
  description: 'Each is deleted or says why not; one that fails stops none of the others.',
  tags: ['Assets'],
  security: credentials('asset.delete'),
  body: BulkDeleteInput,
  response: { 200: BulkDeleteBody, ...failures(...NEEDS_CREDENTIAL, ...JSON_BODY, 'VALIDATION_ERROR') },
};

export function deleteAssetsRoute(app: App, { ports }: RouteDeps): void {
  app.post('/v1/assets/bulk-delete', { onRequest: requireCaller(ports, 'asset.delete'), schema }, async (request) => {
    const deletions = await deleteAssets(ports, callerOf(request), request.body.ids);
    const failed = deletions.filter(({ error }) => error !== null).length;
    return { results: deletions.map(deletionView), ...countsOf(failed, deletions.length) };
  });
}
