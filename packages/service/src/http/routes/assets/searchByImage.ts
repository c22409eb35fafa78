/** POST /v1/assets/search/by-image: search pictures of your organization that look like this one. @module */
import { searchByImage } from '../../../app/assets/similarAssets.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { oneFile, oneFileOf } from '../../request/formFiles.ts';
import { organizationIdOf } from '../../request/organizationHeader.ts';
import { searchQuotaFirst } from '../../request/quotaFirst.ts';
import { receiveForm } from '../../request/receiveForm.ts';
import { ImageSearchFields, ImageSearchForm } from '../../schemas/assets/assetBulk.ts';
import { MatchesQuery, SimilarAssetPage } from '../../schemas/assets/history.ts';
import { failures } from '../../schemas/common.ts';
import { parseFields } from '../../schemas/form.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials, NEEDS_CREDENTIAL } from '../../security/security.ts';
import { similarAssetsView } from '../../views/history.ts';
import { ORGANIZATION } from './assetBatch.ts';

const schema = {
  operationId: 'searchByImage',
  summary: 'Search pictures of your organization that look like this one',
  description: 'By what it shows, not by its name. The picture that is sent is not kept.',
  tags: ['Assets'],
  security: credentials('asset.see'),
  querystring: MatchesQuery,
  response: {
    200: SimilarAssetPage,
    ...failures(
      ...NEEDS_CREDENTIAL,
      ...ORGANIZATION,
      ...([
        'QUOTA_EXCEEDED',
        'FILE_TOO_LARGE',
        'INVALID_FILE_TYPE',
        'UNSUPPORTED_MEDIA_TYPE',
        'PROCESSING_FAILED',
      ] as const),
    ),
  },
};

export function searchByImageRoute(app: App, deps: RouteDeps): void {
  const { ports, budget } = deps;
  const limits = oneFileOf(ports.limits.uploadBytesMax);
  app.post(
    '/v1/assets/search/by-image',
    {
      onRequest: requireCaller(ports, 'asset.see'),
      preHandler: searchQuotaFirst(ports),
      config: { form: ImageSearchForm },
      schema,
    },
    async (request, reply) =>
      receiveForm(budget, [request, reply], limits, async (form) => {
        const { threshold } = request.query;
        const { organization_id } = parseFields(ImageSearchFields, form.fields);
        const organizationId = organizationIdOf(request, organization_id);
        const { bytes } = oneFile(form);
        const found = await searchByImage(ports, callerOf(request), organizationId, bytes, threshold);
        return similarAssetsView(deps, [request, reply], found, request.query);
      }),
  );
}
