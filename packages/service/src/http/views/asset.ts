/** Assets as JSON: a superset of the contract's thirteen fields (G93). @module */
import { uuidToBytes } from '@assay/core/watermark/payloadCipher';
import { TRACK_IDS } from '@assay/core/watermark/track';
import type { z } from 'zod';
import type { AssetLinks } from '../../app/assets/assetLinks.ts';
import type { Uploaded } from '../../app/assets/uploadAsset.ts';
import type { Asset, FingerprintSummary, WatermarkSummary } from '../../app/ports/assets.ts';
import type { AssetBody, FingerprintBody, WatermarkBody, WatermarkSummaryBody } from '../schemas/asset.ts';

export const signedUrl = (base: string, token: string): string => `${base}/v1/storage/signed/${token}`;

/** Mean over the tracks that were embedded (G42). */
function meanStrength(strengths: WatermarkSummary['strengths']): number | null {
  const embedded = TRACK_IDS.map((track) => strengths?.[track] ?? 0).filter((strength) => strength > 0);
  return embedded.length === 0 ? null : embedded.reduce((sum, strength) => sum + strength, 0) / embedded.length;
}

const finite = (value: number | null): number | null => (value !== null && Number.isFinite(value) ? value : null);

function watermarkSummaryView(mark: WatermarkSummary): z.output<typeof WatermarkSummaryBody> {
  const { strengths } = mark;
  return {
    track_a_detected: mark.trackDetected.a,
    track_b_detected: mark.trackDetected.b,
    track_c_detected: mark.trackDetected.c,
    embedding_strength: meanStrength(strengths),
    strengths: strengths && { track_a: strengths.a, track_b: strengths.b, track_c: strengths.c },
    robustness_score: finite(mark.robustnessScore),
    psnr_db: finite(mark.psnrDb),
    ssim: finite(mark.ssim),
  };
}

export function assetView(asset: Asset, links: AssetLinks, base: string): z.output<typeof AssetBody> {
  const { previewToken, watermarkedToken } = links;
  return {
    id: asset.id,
    organization_id: asset.organizationId,
    created_by: asset.createdBy,
    cid: asset.cid,
    content_hash: asset.contentHash,
    watermarked_content_hash: asset.watermarkedContentHash,
    title: asset.title,
    description: asset.description,
    tags: [...asset.tags],
    original_filename: asset.originalFilename,
    mime_type: asset.mimeType,
    file_size_bytes: asset.fileSizeBytes,
    width: asset.width,
    height: asset.height,
    ipfs_cid: asset.ipfsCid,
    archive_cid: asset.archiveCid,
    watermarked_cid: asset.watermarkedCid,
    watermarked_storage_url: watermarkedToken && signedUrl(base, watermarkedToken),
    preview_url: previewToken && signedUrl(base, previewToken),
    is_encrypted: asset.isEncrypted,
    exif_metadata: asset.exifMetadata && { ...asset.exifMetadata },
    tiff_metadata: asset.tiffMetadata && { ...asset.tiffMetadata },
    c2pa_metadata: asset.c2paMetadata && { ...asset.c2paMetadata },
    xmp_metadata: asset.xmpMetadata && { ...asset.xmpMetadata },
    iptc_metadata: asset.iptcMetadata && { ...asset.iptcMetadata },
    processing_status: asset.processingStatus,
    processing_error: asset.processingError,
    warnings: [...asset.warnings],
    duplicate_of: asset.duplicateOf,
    revoked_at: asset.revokedAt?.toISOString() ?? null,
    revoked_reason: asset.revokedReason,
    watermark: asset.watermark && watermarkSummaryView(asset.watermark),
    created_at: asset.createdAt.toISOString(),
    updated_at: asset.updatedAt?.toISOString() ?? null,
  };
}

/** The answer to an upload. */
export const uploadedView = (
  { asset, commitmentPending }: Uploaded,
  links: AssetLinks,
  base: string,
): z.output<typeof AssetBody> => ({
  ...assetView(asset, links, base),
  ...(commitmentPending ? { commitment: { status: 'pending' } } : {}),
});

export const payloadOf = (assetId: string): string => Buffer.from(uuidToBytes(assetId)).toString('base64');

export const watermarkView = (assetId: string, mark: WatermarkSummary): z.output<typeof WatermarkBody> => ({
  asset_id: assetId,
  payload: payloadOf(assetId),
  ...watermarkSummaryView(mark),
});

export const fingerprintView = (assetId: string, print: FingerprintSummary): z.output<typeof FingerprintBody> => ({
  asset_id: assetId,
  pdq_hash: print.pdqHash,
  clip_hash: print.clipHash,
  dino_hash: print.dinoHash,
  embedding_model: print.model,
  similarity_threshold: print.similarityThreshold,
  created_at: print.createdAt.toISOString(),
});
