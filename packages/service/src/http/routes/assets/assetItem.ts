/** What the routes of one asset share. @module */
import type { FastifyReply, onRequestAsyncHookHandler } from 'fastify';
import type { z } from 'zod';
import { assetLinks } from '../../../app/assets/assetLinks.ts';
import { assetVersion } from '../../../app/versions.ts';
import { visibleAsset } from '../../../app/assets/visibleAsset.ts';
import { type Action, authorize } from '../../../app/policy.ts';
import type { Asset } from '../../../app/ports/assets/assets.ts';
import type { Ports } from '../../../app/ports/ports.ts';
import type { HttpDeps } from '../../httpDeps.ts';
import { existsFirst } from '../../request/existsFirst.ts';
import type { AssetBody } from '../../schemas/assets/asset.ts';
import { callerOf } from '../../security/auth.ts';
import { NEEDS_CREDENTIAL } from '../../security/security.ts';
import { assetView } from '../../views/asset.ts';

export const ASSET_ITEM = [...NEEDS_CREDENTIAL, 'ASSET_NOT_FOUND', 'VALIDATION_ERROR'] as const;

/** @param action that the caller must be allowed as well: 403 comes where 404 does */
export const assetExistsFirst = (
  ports: Pick<Ports, 'assets' | 'memberships'>,
  action?: Action,
): onRequestAsyncHookHandler =>
  existsFirst('asset_id', async (request, id) => {
    const caller = callerOf(request);
    const { asset, acting } = await visibleAsset(ports, caller, id);
    if (action) authorize(acting, action, { isOwn: asset.createdBy === caller.user.id });
  });

/** The asset as JSON, with its validator. */
export async function answerAsset(
  { ports, settings }: HttpDeps,
  reply: FastifyReply,
  asset: Asset,
): Promise<z.output<typeof AssetBody>> {
  reply.header('etag', `"${assetVersion(asset)}"`).header('cache-control', 'private, no-cache');
  return assetView(asset, await assetLinks(ports, asset), settings.publicBaseUrl());
}
