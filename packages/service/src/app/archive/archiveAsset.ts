/** Writes all files of an asset into write-once storage. @module */
import { AppError } from '@assay/core/errors';
import type { Caller } from '../accounts/caller.ts';
import { keepPreview, type PreviewDeps } from '../assets/previewFile.ts';
import { assetFor } from '../assets/visibleAsset.ts';
import type { ArchivedFile, ArchiveRecord } from '../ports/content/archives.ts';
import type { Asset } from '../ports/assets/assets.ts';
import type { Ports } from '../ports/ports.ts';
import { trace, type TraceDeps } from '../provenance/trace.ts';
import { copyVariant, DamagedFileError, type StoredVariant } from '../ports/assets/storage.ts';

type Deps = Pick<
  Ports,
  | 'assets'
  | 'memberships'
  | 'copies'
  | 'storedFiles'
  | 'storedBytes'
  | 'archiveFormat'
  | 'archiveStore'
  | 'archives'
  | 'ids'
  | 'clock'
>;

/**
 * Archived again without a change it is the same archive, under the same identifier.
 * @throws {AppError} ASSET_NOT_FOUND, FORBIDDEN, ASSET_NOT_READY, SERVICE_UNAVAILABLE; CONFLICT when a file is missing
 */
export async function archiveAsset(
  deps: Deps & PreviewDeps & TraceDeps & Pick<Ports, 'provenance'>,
  caller: Caller,
  id: string,
): Promise<ArchiveRecord> {
  const asset = await assetFor(deps, caller, id, 'asset.write');
  if (asset.processingStatus !== 'completed')
    throw new AppError(
      'ASSET_NOT_READY',
      `The asset is ${asset.processingStatus}; only a completed one can be archived.`,
    );
  await keepPreview(deps, asset);
  const files: ArchivedFile[] = [];
  for (const [variant, contentHash] of await expectedFiles(deps, asset)) {
    const bytes = await deps.storedFiles.read(id, variant);
    if (!bytes) throw new AppError('CONFLICT', `The ${variant} file of this asset is missing.`);
    await assertIntact(deps, id, { variant, bytes, contentHash });
    files.push({ variant, bytes, contentHash });
  }
  const { cid, file } = await deps.archiveFormat.pack({ facts: { ...asset, assetId: id }, files });
  await deps.archiveStore.put(cid, file);
  const record = {
    id: deps.ids.uuid(),
    assetId: id,
    archiveCid: cid,
    sizeBytes: file.length,
    createdAt: deps.clock.now(),
  };
  const kept = await deps.archives.add(record);
  // Archived as this file before, it is no new step.
  if (kept.id === record.id) await deps.provenance.add(trace(deps, caller, id, 'archived', { archive_cid: cid }));
  return kept;
}

/** Damage is not archived as if it were the picture. @throws {AppError} CONFLICT */
async function assertIntact(deps: Deps, id: string, { variant, bytes, contentHash }: ArchivedFile): Promise<void> {
  const altered = new AppError('CONFLICT', `The stored ${variant} file of this asset was altered. Repair it first.`);
  try {
    const plain = await deps.storedBytes.open(id, variant, bytes);
    if (contentHash !== null && (await deps.archiveFormat.sha256(plain)) !== contentHash) throw altered;
  } catch (cause) {
    throw cause instanceof DamagedFileError ? altered : cause;
  }
}

async function expectedFiles(deps: Deps, asset: Asset): Promise<readonly (readonly [StoredVariant, string | null])[]> {
  const copies = await deps.copies.all(asset.id);
  return [
    ['original', asset.contentHash],
    ...(asset.watermarkedContentHash ? ([['watermarked', asset.watermarkedContentHash]] as const) : []),
    ['preview', null],
    ...copies.map((copy) => [copyVariant(copy.id), copy.contentHash] as const),
  ];
}

/** @throws {AppError} ASSET_NOT_FOUND; NOT_FOUND if it was never archived */
export async function getArchive(
  deps: Pick<Ports, 'assets' | 'memberships' | 'archives'>,
  caller: Caller,
  id: string,
): Promise<ArchiveRecord> {
  await assetFor(deps, caller, id, 'asset.see');
  const found = await deps.archives.latest(id);
  if (!found) throw new AppError('ARCHIVE_NOT_FOUND', 'This asset was not archived.');
  return found;
}
