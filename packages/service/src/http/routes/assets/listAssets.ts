/** GET /v1/assets/: list pictures. @module */
import { listAssets } from '../../../app/assets/browseAssets.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { organizationIdOf } from '../../request/organizationHeader.ts';
import { askedPage } from '../../request/paging.ts';
import { AssetListQuery, AssetPage } from '../../schemas/assets/asset.ts';
import { failures } from '../../schemas/common.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials, NEEDS_CREDENTIAL } from '../../security/security.ts';
import { answerPage, filtersOf } from './assetPage.ts';

const schema = {
  operationId: 'listAssets',
  summary: 'List pictures',
  description: 'Of one organization, filtered and sorted; the newest first unless asked otherwise.',
  tags: ['Assets'],
  security: credentials('asset.see'),
  querystring: AssetListQuery,
  response: {
    200: AssetPage,
    ...failures(...NEEDS_CREDENTIAL, 'FORBIDDEN', 'ORGANIZATION_NOT_FOUND', 'VALIDATION_ERROR'),
  },
};

export function listAssetsRoute(app: App, deps: RouteDeps): void {
  const { ports } = deps;
  app.get('/v1/assets/', { onRequest: requireCaller(ports, 'asset.see'), schema }, async (request, reply) => {
    const { order, sort, organization_id } = request.query;
    const query = { ...askedPage(request.query), order, sort, ...filtersOf(request.query) };
    const organizationId = organizationIdOf(request, organization_id);
    return answerPage(
      deps,
      [request, reply],
      query,
      await listAssets(ports, callerOf(request), organizationId, query),
      () => ({}),
    );
  });
}
