/** Downloads, with a credential or by signed link. @module */
import { z } from 'zod';
import { openAssetFile, openSignedFile } from '../../app/assets/assetFile.ts';
import { callerOf, requireCaller } from '../auth.ts';
import { sendFile } from '../fileReply.ts';
import type { App, HttpDeps } from '../httpDeps.ts';
import { AssetParams, VariantQuery } from '../schemas/asset.ts';
import { failures } from '../schemas/common.ts';
import { DOWNLOADS } from '../schemas/downloads.ts';
import { credentials, NEEDS_CREDENTIAL, NO_CREDENTIAL } from '../security.ts';

const tags = ['Storage'];
const RANGE = 'RANGE_NOT_SATISFIABLE' as const;

export function registerStorageRoutes(app: App, { ports }: HttpDeps): void {
  const places = [
    ['/v1/assets/:asset_id/download', 'downloadAsset'],
    ['/v1/storage/assets/:asset_id/download', 'downloadStored'],
  ] as const;
  for (const [url, operationId] of places)
    app.get(
      url,
      {
        onRequest: requireCaller(ports, 'asset.see'),
        schema: {
          operationId,
          summary: 'Download a stored file',
          tags,
          security: credentials('asset.see'),
          params: AssetParams,
          querystring: VariantQuery,
          response: {
            ...DOWNLOADS,
            ...failures(
              ...NEEDS_CREDENTIAL,
              'FORBIDDEN',
              'ASSET_NOT_FOUND',
              'ASSET_NOT_READY',
              RANGE,
              'VALIDATION_ERROR',
            ),
          },
        },
      },
      async (request, reply) => {
        const { asset_id } = request.params;
        return sendFile(
          request,
          reply,
          await openAssetFile(ports, callerOf(request), asset_id, request.query.variant ?? null),
        );
      },
    );

  app.get(
    '/v1/storage/signed/:token',
    {
      schema: {
        operationId: 'openSignedLink',
        summary: 'Follow an expiring link',
        description: 'The link is the permission: no credential. 410 once it has expired.',
        tags,
        security: NO_CREDENTIAL,
        params: z.object({ token: z.string().max(100).describe('From `preview_url` or `watermarked_storage_url`.') }),
        response: {
          ...DOWNLOADS,
          ...failures('NOT_FOUND', 'ASSET_NOT_FOUND', 'ASSET_NOT_READY', 'GONE', RANGE, 'VALIDATION_ERROR'),
        },
      },
    },
    async (request, reply) => {
      // Pages of other origins may show what was handed to them.
      reply.header('cross-origin-resource-policy', 'cross-origin');
      return sendFile(request, reply, await openSignedFile(ports, request.params.token));
    },
  );
}
