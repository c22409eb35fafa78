/** The stored files of an asset, for download. @module */
import { AppError } from '@assay/core/errors';
import type { Caller } from '../accounts/caller.ts';
import { authorize, mayDo } from '../policy.ts';
import type { Asset } from '../ports/assets/assets.ts';
import type { Ports } from '../ports/ports.ts';
import type { FileVariant } from '../ports/runtime/runtime.ts';
import type { StoredFile } from '../ports/assets/storage.ts';
import { openPreview, type PreviewDeps } from './previewFile.ts';
import { assetNotFound, visibleAsset } from './visibleAsset.ts';

export interface AssetFile {
  readonly asset: Asset;
  readonly variant: FileVariant;
  readonly file: StoredFile;
  /** SHA-256 of the bytes, hex; null for a preview, which has no recorded hash. */
  readonly sha256: string | null;
  readonly mimeType: string;
  readonly fileName: string;
}

export type AssetFileDeps = PreviewDeps & Pick<Ports, 'memberships'>;

/**
 * @param variant null: the watermarked file, or the original of an asset that was stored without a mark
 * @throws {AppError} ASSET_NOT_FOUND, FORBIDDEN, ASSET_NOT_READY
 */
export async function openAssetFile(
  deps: AssetFileDeps,
  caller: Caller,
  id: string,
  variant: FileVariant | null,
): Promise<AssetFile> {
  const { asset, acting } = await visibleAsset(deps, caller, id);
  const unmarked = asset.processingStatus === 'completed' && asset.watermarkedCid === null;
  const wanted = variant ?? (unmarked && mayDo(acting, 'asset.readOriginal') ? 'original' : 'watermarked');
  authorize(acting, wanted === 'original' ? 'asset.readOriginal' : 'asset.see');
  return openVariant(deps, asset, wanted);
}

/** What a signed link shows, and how long it will; the link itself is the permission. @throws {AppError} GONE, NOT_FOUND, ASSET_NOT_FOUND */
export async function openSignedFile(
  deps: AssetFileDeps & Pick<Ports, 'urlSigner' | 'clock'>,
  token: string,
): Promise<AssetFile & { readonly leftSeconds: number }> {
  const { assetId, variant, expiresAt } = await deps.urlSigner.open(token);
  const asset = await deps.assets.findAny(assetId);
  if (!asset) throw assetNotFound();
  const leftSeconds = Math.max(0, Math.floor((expiresAt.getTime() - deps.clock.now().getTime()) / 1000));
  return { ...(await openVariant(deps, asset, variant)), leftSeconds };
}

async function openVariant(deps: AssetFileDeps, asset: Asset, variant: FileVariant): Promise<AssetFile> {
  if (variant !== 'original' && asset.processingStatus !== 'completed')
    throw new AppError('ASSET_NOT_READY', `The asset is ${asset.processingStatus}; it has no ${variant} file yet.`);
  const file = await (variant === 'preview' ? openPreview(deps, asset) : deps.files.open(asset.id, variant));
  if (!file) throw new AppError('ASSET_NOT_FOUND', `This asset has no ${variant} file.`);
  return {
    asset,
    variant,
    file,
    sha256: { original: asset.contentHash, watermarked: asset.watermarkedContentHash, preview: null }[variant],
    mimeType: variant === 'preview' ? 'image/webp' : asset.mimeType,
    fileName: downloadName(asset, variant),
  };
}

const EXTENSION: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/tiff': 'tiff',
  'image/webp': 'webp',
};

/** Without the dot. */
export const extensionOf = (mimeType: string): string => EXTENSION[mimeType] ?? 'bin';

/** The original's name; the others say what they are: `boat.jpg` -> `boat.watermarked.jpg`, `boat.preview.webp`. */
function downloadName(asset: Asset, variant: FileVariant): string {
  if (variant === 'original') return nameOf(asset);
  return variant === 'preview' ? variantName(asset, 'preview', 'webp') : variantName(asset, 'watermarked');
}

const nameOf = (asset: Asset): string => asset.originalFilename ?? `asset-${asset.id}.${extensionOf(asset.mimeType)}`;

/** @param extension default: that of the original's name, else that of its type */
export function variantName(asset: Asset, word: string, extension?: string): string {
  const name = nameOf(asset);
  const dot = name.lastIndexOf('.');
  const base = dot > 0 ? name.slice(0, dot) : name;
  const own = dot > 0 ? name.slice(dot + 1) : extensionOf(asset.mimeType);
  return `${base}.${word}.${extension ?? own}`;
}
