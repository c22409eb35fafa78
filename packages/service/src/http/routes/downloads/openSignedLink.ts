/** GET /v1/storage/signed/:token: follow an expiring link. @module */
import { z } from 'zod';
import { openSignedFile } from '../../../app/assets/assetFile.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { sendFile } from '../../reply/fileReply.ts';
import { failures } from '../../schemas/common.ts';
import { DOWNLOADS } from '../../schemas/storage/downloads.ts';
import { NO_CREDENTIAL } from '../../security/security.ts';

const schema = {
  operationId: 'openSignedLink',
  summary: 'Follow an expiring link',
  description: 'The link is the permission: no credential. 410 once it has expired.',
  tags: ['Storage'],
  security: NO_CREDENTIAL,
  params: z.object({ token: z.string().max(100).describe('From `preview_url` or `watermarked_storage_url`.') }),
  response: {
    ...DOWNLOADS,
    ...failures(
      'LINK_NOT_FOUND',
      'ASSET_NOT_FOUND',
      'ASSET_NOT_READY',
      'GONE',
      'RANGE_NOT_SATISFIABLE',
      'VALIDATION_ERROR',
    ),
  },
};

export function openSignedLinkRoute(app: App, { ports }: RouteDeps): void {
  app.get('/v1/storage/signed/:token', { config: { ownWindows: 'files' }, schema }, async (request, reply) => {
    // Pages of other origins may show what was handed to them.
    reply.header('cross-origin-resource-policy', 'cross-origin');
    return sendFile(request, reply, await openSignedFile(ports, request.params.token));
  });
}
