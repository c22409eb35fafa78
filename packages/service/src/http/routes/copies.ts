/** Recipient copies of an asset: make, list, read, download, delete. @module */
import { z } from 'zod';
import { openCopyFile } from '../../app/copies/copyFile.ts';
import { deleteCopy, getCopy, listCopies, makeCopy } from '../../app/copies/recipientCopies.ts';
import type { RecipientCopy } from '../../app/ports/copies.ts';
import { callerOf, requireCaller } from '../auth.ts';
import { sendFile } from '../fileReply.ts';
import type { App, HttpDeps } from '../httpDeps.ts';
import { pageView } from '../paging.ts';
import { AssetParams } from '../schemas/asset.ts';
import { failures, pageQuery } from '../schemas/common.ts';
import { CopyBody, CopyInputBody, CopyPage, CopyParams } from '../schemas/copies.ts';
import { DOWNLOADS } from '../schemas/downloads.ts';
import { credentials } from '../security.ts';
import { ASSET_ITEM, assetExistsFirst, JSON_BODY } from './assetRoutes.ts';

const tags = ['Assets'];
const COPY_ITEM = [...ASSET_ITEM, 'FORBIDDEN', 'NOT_FOUND'] as const;

const copyView = (copy: RecipientCopy, base: string): z.output<typeof CopyBody> => ({
  id: copy.id,
  asset_id: copy.assetId,
  recipient: copy.recipient,
  note: copy.note,
  created_by: copy.createdBy,
  cid: copy.cid,
  content_hash: copy.contentHash,
  size_bytes: copy.sizeBytes,
  download_url: `${base}/v1/assets/${copy.assetId}/copies/${copy.id}/download`,
  created_at: copy.createdAt.toISOString(),
});

export function registerCopyRoutes(app: App, { ports, settings }: HttpDeps): void {
  const onRequest = [requireCaller(ports, 'asset.write'), assetExistsFirst(ports, 'asset.write')];
  const shared = { tags, security: credentials('asset.write') };

  app.post(
    '/v1/assets/:asset_id/copies',
    {
      onRequest,
      schema: {
        ...shared,
        operationId: 'makeCopy',
        summary: 'Make a copy for one recipient',
        description: 'Marked with an id of its own: a verification names the copy to members of your organization.',
        params: AssetParams,
        body: CopyInputBody,
        response: {
          201: CopyBody,
          ...failures(
            ...ASSET_ITEM,
            ...JSON_BODY,
            ...(['FORBIDDEN', 'QUOTA_EXCEEDED', 'ASSET_NOT_READY', 'CONFLICT', 'PROCESSING_FAILED'] as const),
          ),
        },
      },
    },
    async (request, reply) => {
      const { recipient, note } = request.body;
      const { asset_id } = request.params;
      const copy = await makeCopy(ports, callerOf(request), asset_id, { recipient, note: note || null });
      reply.code(201).header('location', `/v1/assets/${asset_id}/copies/${copy.id}`);
      return copyView(copy, settings.publicBaseUrl());
    },
  );

  app.get(
    '/v1/assets/:asset_id/copies',
    {
      onRequest,
      schema: {
        ...shared,
        operationId: 'listCopies',
        summary: 'List the copies of a picture',
        params: AssetParams,
        querystring: z.object(pageQuery),
        response: { 200: CopyPage, ...failures(...ASSET_ITEM, 'FORBIDDEN') },
      },
    },
    async (request, reply) => {
      const asked = { page: request.query.page, pageSize: request.query.page_size };
      const { items, total } = await listCopies(ports, callerOf(request), request.params.asset_id, asked);
      const views = items.map((copy) => copyView(copy, settings.publicBaseUrl()));
      return pageView(settings, request, reply, asked, { items: views, total });
    },
  );

  app.get(
    '/v1/assets/:asset_id/copies/:copy_id',
    {
      onRequest,
      schema: {
        ...shared,
        operationId: 'getCopy',
        summary: 'Read a copy’s record',
        params: CopyParams,
        response: { 200: CopyBody, ...failures(...COPY_ITEM) },
      },
    },
    async (request) => {
      const { asset_id, copy_id } = request.params;
      const { copy } = await getCopy(ports, callerOf(request), asset_id, copy_id);
      return copyView(copy, settings.publicBaseUrl());
    },
  );

  app.get(
    '/v1/assets/:asset_id/copies/:copy_id/download',
    {
      onRequest,
      schema: {
        ...shared,
        operationId: 'downloadCopy',
        summary: 'Download a copy',
        params: CopyParams,
        response: { ...DOWNLOADS, ...failures(...COPY_ITEM, 'RANGE_NOT_SATISFIABLE') },
      },
    },
    async (request, reply) => {
      const { asset_id, copy_id } = request.params;
      return sendFile(request, reply, await openCopyFile(ports, callerOf(request), asset_id, copy_id));
    },
  );

  app.delete(
    '/v1/assets/:asset_id/copies/:copy_id',
    {
      onRequest,
      schema: {
        ...shared,
        operationId: 'deleteCopy',
        summary: 'Delete a copy',
        description: 'Its marks name nothing from now on.',
        params: CopyParams,
        response: { 204: z.undefined().describe('Deleted.'), ...failures(...COPY_ITEM) },
      },
    },
    async (request, reply) => {
      const { asset_id, copy_id } = request.params;
      await deleteCopy(ports, callerOf(request), asset_id, copy_id);
      return reply.code(204).send();
    },
  );
}
