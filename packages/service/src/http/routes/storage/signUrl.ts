/** POST /v1/storage/assets/:asset_id/signed-url: make an expiring link to a stored file. @module */
import { signedLink } from '../../../app/storage/storageUse.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { AssetParams } from '../../schemas/assets/asset.ts';
import { failures, JSON_BODY } from '../../schemas/common.ts';
import { SignedUrlBody, SignedUrlInput } from '../../schemas/storage/storage.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { signedUrl } from '../../views/asset.ts';
import { ASSET_ITEM, assetExistsFirst } from '../assets/assetItem.ts';

const schema = {
  operationId: 'signUrl',
  summary: 'Make an expiring link to a stored file',
  description: 'You need for the link what you need for the file itself.',
  tags: ['Storage'],
  security: credentials('asset.see'),
  params: AssetParams,
  body: SignedUrlInput,
  response: { 201: SignedUrlBody, ...failures(...ASSET_ITEM, ...JSON_BODY, 'FORBIDDEN', 'ASSET_NOT_READY') },
};

export function signUrlRoute(app: App, { ports, settings }: RouteDeps): void {
  app.post(
    '/v1/storage/assets/:asset_id/signed-url',
    { onRequest: [requireCaller(ports, 'asset.see'), assetExistsFirst(ports)], schema },
    async (request, reply) => {
      const { variant, expires_in } = request.body;
      const { asset_id } = request.params;
      const { token, expiresAt } = await signedLink(ports, callerOf(request), asset_id, variant, expires_in);
      const url = signedUrl(settings.publicBaseUrl(), token);
      reply.code(201).header('location', url).header('cache-control', 'no-store');
      return { url, expires_at: expiresAt.toISOString() };
    },
  );
}
