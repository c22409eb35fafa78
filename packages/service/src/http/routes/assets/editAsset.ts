/** PATCH /v1/assets/:asset_id: edit title, description, tags. @module */
import { ifMatch } from '../../request/entityTags.ts';
import type { z } from 'zod';
import { editAsset } from '../../../app/assets/changeAsset.ts';
import { cleanTags } from '../../../app/assets/tags.ts';
import type { AssetPatch } from '../../../app/ports/assets/assets.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { sentFields } from '../../request/sentFields.ts';
import { AssetBody, AssetParams, AssetPatchBody } from '../../schemas/assets/asset.ts';
import { failures } from '../../schemas/common.ts';
import { callerOf, requireCaller } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { answerAsset, ASSET_ITEM, assetExistsFirst } from './assetItem.ts';

/** An empty text clears as `null` does; tags that are cleared are none. */
const patchOf = ({ title, description, tags }: z.output<typeof AssetPatchBody>): AssetPatch =>
  sentFields({
    title: title === undefined ? undefined : title || null,
    description: description === undefined ? undefined : description || null,
    tags: tags === undefined ? undefined : cleanTags(tags ?? []),
  });

const schema = {
  operationId: 'editAsset',
  summary: 'Edit title, description, tags',
  description: 'Only the members that are sent change; `null` clears one. `If-Match` guards against lost changes.',
  tags: ['Assets'],
  security: credentials('asset.write'),
  params: AssetParams,
  body: AssetPatchBody,
  response: {
    200: AssetBody,
    ...failures(...ASSET_ITEM, 'FORBIDDEN', 'PRECONDITION_FAILED', 'UNSUPPORTED_MEDIA_TYPE', 'PAYLOAD_TOO_LARGE'),
  },
};

export function editAssetRoute(app: App, deps: RouteDeps): void {
  const { ports } = deps;
  app.patch(
    '/v1/assets/:asset_id',
    { onRequest: [requireCaller(ports, 'asset.write'), assetExistsFirst(ports)], schema },
    async (request, reply) => {
      const { asset_id } = request.params;
      const expected = ifMatch(request);
      const edited = await editAsset(ports, callerOf(request), asset_id, patchOf(request.body), expected);
      return answerAsset(deps, reply, edited);
    },
  );
}
