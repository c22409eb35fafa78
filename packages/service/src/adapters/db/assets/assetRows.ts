/** Rows of `assets` and `watermarks` as the rest of the service knows them. @module */
import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Asset, AssetPatch, NewAsset, WatermarkSummary } from '../../../app/ports/assets/assets.ts';
import type { Queries } from '../connection/database.ts';
import { assets, watermarks, watermarkTracks } from '../schema/assets.ts';
import { foldText, searchVector } from './searchTerms.ts';
import { storableJson, storableText } from '../connection/storable.ts';

const {
  encryptionKey: _encryptionKey,
  encryptionKeyVersion: _encryptionKeyVersion,
  searchTerms: _searchTerms,
  tagsFolded: _tagsFolded,
  processingRequest: _processingRequest,
  requestKey: _requestKey,
  leaseOwner: _leaseOwner,
  leaseUntil: _leaseUntil,
  leaseNumber: _leaseNumber,
  watermarkedStorageUrl: _watermarkedStorageUrl,
  previewUrl: _previewUrl,
  ...ASSET_COLUMNS
} = getTableColumns(assets);

/** The tracks of a watermark as one JSON value, so that an asset stays one row. */
const TRACKS = sql<WatermarkSummary['tracks']>`(
  select coalesce(json_agg(json_build_object('track', track, 'detected', detected, 'strength', strength, 'confidence', confidence) order by track), '[]')
  from ${watermarkTracks} where ${watermarkTracks.assetId} = ${watermarks.assetId})`;

const WATERMARK_COLUMNS = {
  // First, and never null: by it drizzle tells an asset without a watermark.
  assetId: watermarks.assetId,
  tracks: TRACKS,
  robustnessScore: watermarks.robustnessScore,
  psnrDb: watermarks.psnrDb,
  ssim: watermarks.ssim,
  deltaE: watermarks.deltaE,
  createdAt: watermarks.createdAt,
};

/** Assets with their watermark record; conditions, order and limits are the caller's to add. */
export const selectAssets = (queries: Queries) =>
  queries
    .select({ asset: ASSET_COLUMNS, watermark: WATERMARK_COLUMNS })
    .from(assets)
    .leftJoin(watermarks, eq(watermarks.assetId, assets.id))
    .$dynamic();

type AssetRow = Awaited<ReturnType<typeof selectAssets>>[number];

export function toAsset({ asset, watermark }: AssetRow): Asset {
  return { ...asset, watermark: watermark && summaryOf(watermark) };
}

function summaryOf({ assetId: _assetId, ...summary }: NonNullable<AssetRow['watermark']>): WatermarkSummary {
  return summary;
}

export async function oneAsset(queries: Queries, condition: SQL | undefined): Promise<Asset | null> {
  const [row] = await selectAssets(queries).where(condition).limit(1);
  return row ? toAsset(row) : null;
}

interface SearchableTexts {
  readonly title: string | null;
  readonly description: string | null;
  readonly tags: readonly string[];
  readonly originalFilename: string | null;
}

/** The columns that people read and those that the filters and the search compare. */
export function searchableColumns(texts: SearchableTexts) {
  const title = storableText(texts.title);
  const description = storableText(texts.description);
  const tags = texts.tags.map((tag) => storableText(tag));
  const originalFilename = storableText(texts.originalFilename);
  return {
    title,
    description,
    tags,
    originalFilename,
    tagsFolded: tags.map(foldText),
    searchTerms: searchVector([
      ['A', title],
      ...tags.map((tag) => ['B', tag] as const),
      ['C', originalFilename],
      ['D', description],
    ]),
  };
}

export function newAssetRow({
  request,
  encryption,
  ...asset
}: NewAsset): Omit<typeof assets.$inferInsert, 'leaseUntil'> {
  return {
    ...asset,
    ...searchableColumns(asset),
    warnings: asset.warnings.map((warning) => storableText(warning)),
    exifMetadata: storableJson(asset.exifMetadata),
    tiffMetadata: storableJson(asset.tiffMetadata),
    c2paMetadata: storableJson(asset.c2paMetadata),
    xmpMetadata: storableJson(asset.xmpMetadata),
    iptcMetadata: storableJson(asset.iptcMetadata),
    processingRequest: request,
    encryptionKey: encryption?.wrapped ?? null,
    encryptionKeyVersion: encryption?.keyVersion ?? null,
  };
}

export function patchedTexts(asset: Asset, patch: AssetPatch): SearchableTexts {
  return {
    title: patch.title === undefined ? asset.title : patch.title,
    description: patch.description === undefined ? asset.description : patch.description,
    tags: patch.tags ?? asset.tags,
    originalFilename: asset.originalFilename,
  };
}
