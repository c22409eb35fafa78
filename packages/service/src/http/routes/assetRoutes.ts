/** What the routes of one asset share. @module */
import type { FastifyReply, onRequestAsyncHookHandler } from 'fastify';
import type { z } from 'zod';
import { assetLinks } from '../../app/assets/assetLinks.ts';
import { assetVersion } from '../../app/assets/assetVersion.ts';
import { visibleAsset } from '../../app/assets/visibleAsset.ts';
import { type Action, authorize } from '../../app/policy.ts';
import type { Asset } from '../../app/ports/assets.ts';
import type { Ports } from '../../app/ports/ports.ts';
import { callerOf } from '../auth.ts';
import type { HttpDeps } from '../httpDeps.ts';
import type { AssetBody } from '../schemas/asset.ts';
import { IdInput } from '../schemas/common.ts';
import { NEEDS_CREDENTIAL } from '../security.ts';
import { assetView } from '../views/asset.ts';

export const ASSET_ITEM = [...NEEDS_CREDENTIAL, 'ASSET_NOT_FOUND', 'VALIDATION_ERROR'] as const;
export const JSON_BODY = ['UNSUPPORTED_MEDIA_TYPE', 'PAYLOAD_TOO_LARGE'] as const;

/**
 * 404, and with `action` also 403, come before anything said of the body (order of checks); a malformed id is left to
 * the schema.
 */
export const assetExistsFirst = (
  ports: Pick<Ports, 'assets' | 'memberships'>,
  action?: Action,
): onRequestAsyncHookHandler =>
  async function findAsset(request) {
    const id = IdInput.safeParse((request.params as Record<string, unknown>).asset_id);
    if (!id.success) return;
    const { acting } = await visibleAsset(ports, callerOf(request), id.data);
    if (action) authorize(acting, action);
  };

/** The asset as JSON, with its validator. */
export async function answerAsset(
  { ports, settings }: HttpDeps,
  reply: FastifyReply,
  asset: Asset,
): Promise<z.output<typeof AssetBody>> {
  reply.header('etag', `"${assetVersion(asset)}"`).header('cache-control', 'private, no-cache');
  return assetView(asset, await assetLinks(ports, asset), settings.publicBaseUrl());
}
