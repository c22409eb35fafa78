/** POST /v1/assets/:asset_id/copies: make a copy for one recipient. @module */
import { getSeenCopy, makeCopy } from '../../../app/copies/recipientCopies.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { onceOf } from '../../request/idempotency.ts';
import { AssetParams } from '../../schemas/assets/asset.ts';
import { CopyBody, CopyInputBody } from '../../schemas/assets/copies.ts';
import { failures, JSON_BODY } from '../../schemas/common.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { copyView } from '../../views/copy.ts';
import { ASSET_ITEM, assetExistsFirst } from '../assets/assetItem.ts';

const schema = {
  operationId: 'makeCopy',
  summary: 'Make a copy for one recipient',
  description: 'Marked with an id of its own: a verification names the copy to members of your organization.',
  tags: ['Assets'],
  security: credentials('asset.write'),
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
};

export function makeCopyRoute(app: App, { ports, settings }: RouteDeps): void {
  app.post(
    '/v1/assets/:asset_id/copies',
    { onRequest: [requireCaller(ports, 'asset.write'), assetExistsFirst(ports, 'asset.write')], schema },
    async (request, reply) => {
      const { recipient, note } = request.body;
      const { asset_id } = request.params;
      const input = { recipient, note: note || null };
      const copy = await makeCopy(ports, callerOf(request), asset_id, input, onceOf(request));
      reply.code(201).header('location', `/v1/assets/${asset_id}/copies/${copy.id}`);
      // Nobody can have met it yet, except where the same request was answered before.
      return copyView(await getSeenCopy(ports, callerOf(request), asset_id, copy.id), settings.publicBaseUrl());
    },
  );
}
