/** What is kept, links to it, and whether it is still what it was (G140). @module */
import type { z } from 'zod';
import { checkFiles, type CheckedFile } from '../../app/storage/checkFiles.ts';
import { signedLink, storageUse } from '../../app/storage/storageUse.ts';
import { callerOf, requireCaller } from '../auth.ts';
import type { App, HttpDeps } from '../httpDeps.ts';
import { organizationIdOf } from '../organizationHeader.ts';
import { AssetParams } from '../schemas/asset.ts';
import { failures } from '../schemas/common.ts';
import { FileCheckBody, SignedUrlBody, SignedUrlInput, UsageBody, UsageQuery } from '../schemas/storage.ts';
import { credentials, NEEDS_CREDENTIAL } from '../security.ts';
import { signedUrl } from '../views/asset.ts';
import { ASSET_ITEM, assetExistsFirst, JSON_BODY } from './assetRoutes.ts';

const shared = { tags: ['Storage'], security: credentials('asset.see') };

const checkedView = (file: CheckedFile): z.output<typeof FileCheckBody>['files'][number] => ({
  variant: file.variant,
  state: file.state,
  expected_sha256: file.expectedSha256,
  sha256: file.sha256,
  expected_size_bytes: file.expectedSizeBytes,
  size_bytes: file.sizeBytes,
});

export function registerStorageActionRoutes(app: App, { ports, settings }: HttpDeps): void {
  const reading = requireCaller(ports, 'asset.see');

  app.get(
    '/v1/storage/usage',
    {
      onRequest: reading,
      schema: {
        ...shared,
        operationId: 'storageUsage',
        summary: 'What your organization keeps',
        querystring: UsageQuery,
        response: {
          200: UsageBody,
          ...failures(...NEEDS_CREDENTIAL, 'FORBIDDEN', 'ORGANIZATION_NOT_FOUND', 'VALIDATION_ERROR'),
        },
      },
    },
    async (request) => {
      const organizationId = organizationIdOf(request, request.query.organization_id);
      const usage = await storageUse(ports, callerOf(request), organizationId);
      return {
        used_bytes: usage.usedBytes,
        limit_bytes: usage.limitBytes,
        assets_count: usage.assetsCount,
        by_kind: usage.byKind,
        period: usage.period,
      };
    },
  );

  app.post(
    '/v1/storage/assets/:asset_id/signed-url',
    {
      onRequest: [reading, assetExistsFirst(ports)],
      schema: {
        ...shared,
        operationId: 'signUrl',
        summary: 'Make an expiring link to a stored file',
        description: 'You need for the link what you need for the file itself.',
        params: AssetParams,
        body: SignedUrlInput,
        response: { 201: SignedUrlBody, ...failures(...ASSET_ITEM, ...JSON_BODY, 'FORBIDDEN', 'ASSET_NOT_READY') },
      },
    },
    async (request, reply) => {
      const { variant, expires_in } = request.body;
      const { asset_id } = request.params;
      const { token, expiresAt } = await signedLink(ports, callerOf(request), asset_id, variant, expires_in);
      reply.code(201).header('cache-control', 'no-store');
      return { url: signedUrl(settings.publicBaseUrl(), token), expires_at: expiresAt.toISOString() };
    },
  );

  app.post(
    '/v1/storage/assets/:asset_id/check',
    {
      onRequest: reading,
      schema: {
        ...shared,
        operationId: 'checkFiles',
        summary: 'Read the stored files again and compare their hashes',
        params: AssetParams,
        response: { 200: FileCheckBody, ...failures(...ASSET_ITEM) },
      },
    },
    async (request) => {
      const { asset_id } = request.params;
      const files = await checkFiles(ports, callerOf(request), asset_id);
      return {
        asset_id,
        intact: files.every(({ state }) => state === 'intact'),
        files: files.map(checkedView),
        checked_at: ports.clock.now().toISOString(),
      };
    },
  );
}
