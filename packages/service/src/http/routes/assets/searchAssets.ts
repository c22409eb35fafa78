/** GET /v1/assets/search/: search pictures. @module */
import type { z } from 'zod';
import { searchAssets } from '../../../app/assets/browseAssets.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { organizationIdOf } from '../../request/organizationHeader.ts';
import { askedPage } from '../../request/paging.ts';
import { sentFields } from '../../request/sentFields.ts';
import { AssetSearchQuery, FoundAssetPage } from '../../schemas/assets/asset.ts';
import { failures } from '../../schemas/common.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials, NEEDS_CREDENTIAL } from '../../security/security.ts';
import { answerPage, filtersOf } from './assetPage.ts';

const queryOf = (sent: z.output<typeof AssetSearchQuery>) => ({
  q: sent.q,
  ...askedPage(sent),
  ...filtersOf(sent),
  ...sentFields({ order: sent.order, sort: sent.sort, mimeType: sent.mime_type }),
});

const schema = {
  operationId: 'searchAssets',
  summary: 'Search pictures',
  description: 'The same page shape as the list, the best match first, with the places of each match.',
  tags: ['Assets'],
  security: credentials('asset.see'),
  querystring: AssetSearchQuery,
  response: {
    200: FoundAssetPage,
    ...failures(...NEEDS_CREDENTIAL, 'FORBIDDEN', 'ORGANIZATION_NOT_FOUND', 'VALIDATION_ERROR'),
  },
};

export function searchAssetsRoute(app: App, deps: RouteDeps): void {
  const { ports } = deps;
  app.get('/v1/assets/search/', { onRequest: requireCaller(ports, 'asset.see'), schema }, async (request, reply) => {
    const query = queryOf(request.query);
    const organizationId = organizationIdOf(request, request.query.organization_id);
    const found = await searchAssets(ports, callerOf(request), organizationId, query);
    return answerPage(deps, [request, reply], query, found, ({ highlights }) => ({ highlights: [...highlights] }));
  });
}
