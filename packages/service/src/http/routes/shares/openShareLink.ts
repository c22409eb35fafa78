/** GET /v1/shared/:token: follow a public link. @module */
import { followShare } from '../../../app/shares/shareLinks.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { failures, OpenQuery } from '../../schemas/common.ts';
import { SharedBody, SharedParams } from '../../schemas/storage/shares.ts';
import { NO_CREDENTIAL } from '../../security/security.ts';
import { sharedView } from '../../views/shares.ts';

const schema = {
  operationId: 'openShareLink',
  summary: 'Follow a public link',
  description:
    'The link is the permission: no credential. 410 once it is revoked or has expired. Of a result whose picture was kept (`store`), with its tamper map.',
  tags: ['Sharing'],
  security: NO_CREDENTIAL,
  params: SharedParams,
  querystring: OpenQuery,
  response: { 200: SharedBody, ...failures('LINK_NOT_FOUND', 'GONE', 'VALIDATION_ERROR') },
};

export function openShareLinkRoute(app: App, { ports, settings }: RouteDeps): void {
  app.get('/v1/shared/:token', { schema }, async (request, reply) => {
    // A revoked link must not live on in caches or search engines, and browsers keep a 410 for good.
    reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
    const shown = await followShare(ports, request.params.token, { isDrawn: true });
    return sharedView(shown, settings.publicBaseUrl());
  });
}
