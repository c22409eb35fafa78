/** GET /v1/storage/assets/:asset_id/publication: which files of an asset are public. @module */
import { listPublications } from '../../../app/content/publishAsset.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { AssetParams } from '../../schemas/assets/asset.ts';
import { failures } from '../../schemas/common.ts';
import { PublicationsBody } from '../../schemas/storage/content.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { publicationsView } from '../../views/publication.ts';
import { ASSET_ITEM } from '../assets/assetItem.ts';

const schema = {
  operationId: 'listPublications',
  summary: 'Which files of an asset are public',
  description: 'With the identifier under which everybody can fetch each.',
  tags: ['Storage'],
  security: credentials('asset.see'),
  params: AssetParams,
  response: { 200: PublicationsBody, ...failures(...ASSET_ITEM, 'FORBIDDEN') },
};

export function listPublicationsRoute(app: App, { ports, settings }: RouteDeps): void {
  app.get(
    '/v1/storage/assets/:asset_id/publication',
    { onRequest: requireCaller(ports, 'asset.see'), schema },
    async (request) => {
      const { asset_id } = request.params;
      return publicationsView(
        asset_id,
        await listPublications(ports, callerOf(request), asset_id),
        settings.publicBaseUrl(),
      );
    },
  );
}
