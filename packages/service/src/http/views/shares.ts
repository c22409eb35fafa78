/** Share links as JSON, and what they show. @module */
import type { z } from 'zod';
import type { PublicView } from '../../app/shares/shareLinks.ts';
import type { ShareLink } from '../../app/ports/assets/shareLinks.ts';
import type { ShareBody, SharedBody } from '../schemas/storage/shares.ts';
import { signedUrl } from './asset.ts';
import { publicVerificationView } from './verification.ts';

export const shareView = (link: ShareLink): z.output<typeof ShareBody> => ({
  id: link.id,
  asset_id: link.assetId,
  verification_id: link.verificationId,
  created_by: link.createdBy,
  expires_at: link.expiresAt?.toISOString() ?? null,
  revoked_at: link.revokedAt?.toISOString() ?? null,
  created_at: link.createdAt.toISOString(),
});

export function sharedView(shown: PublicView, base: string): z.output<typeof SharedBody> {
  return {
    kind: shown.kind,
    asset: shown.kind === 'asset' ? publicAssetView(shown, base) : null,
    verification: shown.kind === 'verification' ? publicVerificationView(shown.verification) : null,
    shared_at: shown.link.createdAt.toISOString(),
    expires_at: shown.link.expiresAt?.toISOString() ?? null,
  };
}

type PublicAsset = NonNullable<z.output<typeof SharedBody>['asset']>;

const publicAssetView = (
  { asset, previewToken }: Extract<PublicView, { readonly kind: 'asset' }>,
  base: string,
): PublicAsset => ({
  id: asset.id,
  cid: asset.cid,
  title: asset.title,
  description: asset.description,
  tags: [...asset.tags],
  mime_type: asset.mimeType,
  width: asset.width,
  height: asset.height,
  content_hash: asset.contentHash,
  watermarked_content_hash: asset.watermarkedContentHash,
  preview_url: previewToken && signedUrl(base, previewToken),
  revoked_at: asset.revokedAt?.toISOString() ?? null,
  revoked_reason: asset.revokedReason,
  created_at: asset.createdAt.toISOString(),
});
