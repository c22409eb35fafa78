/** GET /v1/assets/:asset_id/provenance: the history of a picture. @module */
import { assetProvenance } from '../../../app/provenance/assetProvenance.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { AssetParams } from '../../schemas/assets/asset.ts';
import { ProvenanceBody } from '../../schemas/assets/history.ts';
import { failures } from '../../schemas/common.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { provenanceView } from '../../views/history.ts';
import { ASSET_ITEM } from './assetItem.ts';

const schema = {
  operationId: 'getProvenance',
  summary: 'The history of a picture',
  description: 'A hash chain of what was done to it, and the assets that it was made from or that were made from it.',
  tags: ['Assets'],
  security: credentials('asset.see'),
  params: AssetParams,
  response: { 200: ProvenanceBody, ...failures(...ASSET_ITEM) },
};

export function getProvenanceRoute(app: App, { ports }: RouteDeps): void {
  app.get(
    '/v1/assets/:asset_id/provenance',
    { onRequest: requireCaller(ports, 'asset.see'), schema },
    async (request) => {
      const { asset_id } = request.params;
      return provenanceView(asset_id, await assetProvenance(ports, callerOf(request), asset_id));
    },
  );
}
