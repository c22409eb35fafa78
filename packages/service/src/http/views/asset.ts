/** Assets as JSON. @module */
import { uuidToBytes } from '@assay/core/watermark/payload/payloadCipher';
import type { TrackId } from '@assay/core/watermark/tracks';
import type { z } from 'zod';
import type { AssetLinks } from '../../app/assets/assetLinks.ts';
import type { Uploaded } from '../../app/assets/uploadAsset.ts';
import type { Asset, FingerprintSummary, WatermarkSummary } from '../../app/ports/assets/assets.ts';
import { trackFields } from '../schemas/assets/trackFields.ts';
import type { AssetBody, FingerprintBody, WatermarkBody, WatermarkSummaryBody } from '../schemas/assets/asset.ts';

export const signedUrl = (base: string, token: string): string => `${base}/v1/storage/signed/${token}`;

/** Mean over the tracks that were embedded: docs/spec/assets.md#watermark-record. */
function meanStrength(tracks: WatermarkSummary['tracks']): number | null {
  const embedded = tracks.map(({ strength }) => strength).filter((strength) => strength > 0);
  return embedded.length === 0 ? null : embedded.reduce((sum, strength) => sum + strength, 0) / embedded.length;
}

const finite = (value: number | null): number | null => (value !== null && Number.isFinite(value) ? value : null);

function watermarkSummaryView(mark: WatermarkSummary): z.output<typeof WatermarkSummaryBody> {
  const of = (id: TrackId) => mark.tracks.find(({ track }) => track === id);
  return {
    ...trackFields('_detected', (track) => of(track)?.detected ?? false),
    embedding_strength: meanStrength(mark.tracks),
    strengths: trackFields('', (track) => of(track)?.strength ?? 0),
    robustness_score: finite(mark.robustnessScore),
    psnr_db: finite(mark.psnrDb),
    ssim: finite(mark.ssim),
    delta_e: finite(mark.deltaE),
    marked_at: mark.createdAt.toISOString(),
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
  clip_hash: print.embedding768Hash,
  dino_hash: print.embedding1024Hash,
  embedding_model: print.model,
  similarity_threshold: print.similarityThreshold,
  created_at: print.createdAt.toISOString(),
});
