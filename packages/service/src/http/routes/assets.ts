/** Upload, list, search. Item routes are in `assetItem.ts`. @module */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { assetLinks } from '../../app/assets/assetLinks.ts';
import { assetVersion } from '../../app/assets/assetVersion.ts';
import { listAssets, searchAssets } from '../../app/assets/browseAssets.ts';
import { uploadAsset } from '../../app/assets/uploadAsset.ts';
import type { Asset, AssetFilter, Page, PageRequest } from '../../app/ports/assets.ts';
import { callerOf, requireCaller } from '../auth.ts';
import type { App, HttpDeps } from '../httpDeps.ts';
import type { MemoryBudget } from '../memoryBudget.ts';
import { accepted, prefersAsync } from '../prefer.ts';
import { organizationIdOf } from '../organizationHeader.ts';
import { pageView } from '../paging.ts';
import { receiveForm } from '../receiveForm.ts';
import { AssetBody, AssetListQuery, AssetPage, AssetSearchQuery, UploadForm, UploadQuery } from '../schemas/asset.ts';
import { failures } from '../schemas/common.ts';
import { credentials, NEEDS_CREDENTIAL } from '../security.ts';
import { assetView, uploadedView } from '../views/asset.ts';
import { uploadInput } from './uploadForm.ts';

const tags = ['Assets'];

/** How often recovery looks, see main.ts. */
const PROCESSED_AFTER_S = 5;

type Filters = Pick<AssetFilter, 'tags' | 'status'>;
const filtersOf = ({
  tags,
  status,
}: {
  tags?: string[] | undefined;
  status?: AssetFilter['status'] | undefined;
}): Filters => ({
  ...(tags && tags.length > 0 ? { tags } : {}),
  ...(status ? { status } : {}),
});

export function registerAssetRoutes(app: App, deps: HttpDeps, budget: MemoryBudget): void {
  const { ports, settings } = deps;
  const { uploadBytesMax } = ports.limits;
  const reading = requireCaller(ports, 'asset.see');

  const asPage = async (request: FastifyRequest, reply: FastifyReply, asked: PageRequest, page: Page<Asset>) => {
    const base = settings.publicBaseUrl();
    const items = await Promise.all(
      page.items.map(async (asset) => assetView(asset, await assetLinks(ports, asset), base)),
    );
    return pageView(settings, request, reply, asked, { items, total: page.total });
  };

  app.post(
    '/v1/assets/',
    {
      onRequest: requireCaller(ports, 'asset.write'),
      config: { form: UploadForm },
      schema: {
        operationId: 'uploadAsset',
        summary: 'Register a picture',
        description:
          'Stores the original, embeds the watermark tracks, takes the fingerprint; answers when all is done, or with `Prefer: respond-async` at once.',
        tags,
        security: credentials('asset.write'),
        querystring: UploadQuery,
        response: {
          200: AssetBody,
          201: AssetBody,
          202: AssetBody.describe('With `Prefer: respond-async`: accepted, to be read at `Location`.'),
          ...failures(
            ...NEEDS_CREDENTIAL,
            ...([
              'FORBIDDEN',
              'QUOTA_EXCEEDED',
              'ORGANIZATION_NOT_FOUND',
              'ASSET_NOT_FOUND',
              'FILE_TOO_LARGE',
              'INVALID_FILE_TYPE',
            ] as const),
            ...(['UNSUPPORTED_MEDIA_TYPE', 'VALIDATION_ERROR', 'PROCESSING_FAILED'] as const),
          ),
        },
      },
    },
    async (request, reply) => {
      const limits = { fileFields: ['file'], filesMax: 1, fileBytesMax: uploadBytesMax, totalBytesMax: uploadBytesMax };
      const later = prefersAsync(request);
      const uploaded = await receiveForm(budget, [request, reply], limits, (form) =>
        uploadAsset(ports, callerOf(request), { ...uploadInput(request, form, request.query.dedupe), later }),
      );
      const { asset, created } = uploaded;
      const view = uploadedView(uploaded, await assetLinks(ports, asset), settings.publicBaseUrl());
      reply.header('etag', `"${assetVersion(asset)}"`);
      if (created && later) return accepted(reply, `/v1/assets/${asset.id}`, PROCESSED_AFTER_S).send(view);
      if (created) reply.header('location', `/v1/assets/${asset.id}`);
      return reply.code(created ? 201 : 200).send(view);
    },
  );

  app.get(
    '/v1/assets/',
    {
      onRequest: reading,
      schema: {
        operationId: 'listAssets',
        summary: 'List pictures',
        tags,
        security: credentials('asset.see'),
        querystring: AssetListQuery,
        response: {
          200: AssetPage,
          ...failures(...NEEDS_CREDENTIAL, 'FORBIDDEN', 'ORGANIZATION_NOT_FOUND', 'VALIDATION_ERROR'),
        },
      },
    },
    async (request, reply) => {
      const { page, page_size, order, sort, organization_id } = request.query;
      const query = { page, pageSize: page_size, order, sort, ...filtersOf(request.query) };
      const organizationId = organizationIdOf(request, organization_id);
      return asPage(request, reply, query, await listAssets(ports, callerOf(request), organizationId, query));
    },
  );

  app.get(
    '/v1/assets/search/',
    {
      onRequest: reading,
      schema: {
        operationId: 'searchAssets',
        summary: 'Search pictures',
        description: 'The same page shape as the list, the best match first.',
        tags,
        security: credentials('asset.see'),
        querystring: AssetSearchQuery,
        response: {
          200: AssetPage,
          ...failures(...NEEDS_CREDENTIAL, 'FORBIDDEN', 'ORGANIZATION_NOT_FOUND', 'VALIDATION_ERROR'),
        },
      },
    },
    async (request, reply) => {
      const { q, page, page_size, order, sort, mime_type, created_from, created_to, organization_id } = request.query;
      const query = {
        q,
        page,
        pageSize: page_size,
        ...filtersOf(request.query),
        ...(order ? { order } : {}),
        ...(sort ? { sort } : {}),
        ...(mime_type ? { mimeType: mime_type } : {}),
        ...(created_from ? { createdFrom: created_from } : {}),
        ...(created_to ? { createdTo: created_to } : {}),
      };
      const organizationId = organizationIdOf(request, organization_id);
      return asPage(request, reply, query, await searchAssets(ports, callerOf(request), organizationId, query));
    },
  );
}
