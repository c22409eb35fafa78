/** GET /v1/storage/signed/:token: follow an expiring link. @module */
import { z } from 'zod';
import { openSignedFile } from '../../../app/assets/assetFile.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { sendFile } from '../../reply/fileReply.ts';
import { failures, OpenQuery } from '../../schemas/common.ts';
import { DOWNLOADS } from '../../schemas/storage/downloads.ts';
import { NO_CREDENTIAL } from '../../security/security.ts';

/** As long as a browser may keep any stored file, s: what is deleted or marked anew is seen by then. */
const KEPT_S_MAX = 300;

/** A cache between may keep what the address shows to whoever has it, and no longer than the address does. Originals stay out of it. */
const cacheControlOf = ({ variant, leftSeconds }: Awaited<ReturnType<typeof openSignedFile>>): string =>
  `${variant === 'original' ? 'private' : 'public'}, max-age=${Math.min(KEPT_S_MAX, leftSeconds)}`;

const schema = {
  operationId: 'openSignedLink',
  summary: 'Follow an expiring link',
  description: 'The link is the permission: no credential. 410 once it has expired.',
  tags: ['Storage'],
  security: NO_CREDENTIAL,
  params: z.object({ token: z.string().max(100).describe('From `preview_url` or `watermarked_storage_url`.') }),
  querystring: OpenQuery,
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
    const file = await openSignedFile(ports, request.params.token);
    return sendFile(request, reply, file, cacheControlOf(file));
  });
}
