/** Takes an asset's files out of its archive again, checked to the last byte. @module */
import { AppError } from '@assay/core/errors';
import type { ArchivedFacts } from '../ports/content/archives.ts';
import type { Ports } from '../ports/ports.ts';
import { DamagedFileError, fencedVariant, isProcessedVariant, type StoredVariant } from '../ports/assets/storage.ts';

type Deps = Pick<Ports, 'archiveStore' | 'archiveFormat' | 'storedBytes'>;

export interface RestoredFile {
  readonly variant: StoredVariant;
  /** Plain bytes. */
  readonly bytes: Uint8Array;
  /** As they lay in the store. */
  readonly stored: Uint8Array;
  /** SHA-256 of the plain file as recorded, hex; null for a preview. */
  readonly contentHash: string | null;
}

export interface Restored {
  readonly facts: ArchivedFacts;
  readonly files: readonly RestoredFile[];
}

/**
 * @throws {AppError} NOT_FOUND without such an archive; ASSET_NOT_FOUND for an encrypted one whose asset was deleted, for
 * its key is destroyed; {DamagedFileError} for anything that is not what was archived
 */
export async function readArchive(deps: Deps, cid: string): Promise<Restored> {
  const file = await deps.archiveStore.read(cid);
  if (!file) throw new AppError('ARCHIVE_NOT_FOUND', `There is no archive ${cid}.`);
  const { facts, files } = await deps.archiveFormat.unpack(cid, file);
  const restored: RestoredFile[] = [];
  for (const { variant, bytes: stored, contentHash } of files) {
    const bytes = facts.isEncrypted ? await openOrGone(deps, facts.assetId, variant, stored) : stored;
    if (contentHash !== null && (await deps.archiveFormat.sha256(bytes)) !== contentHash)
      throw new DamagedFileError(`the ${variant} file in the archive is not the recorded one`);
    restored.push({ variant, bytes, stored, contentHash });
  }
  return { facts, files: restored };
}

/** The same as `storedBytes.open`, in words that fit an archive. */
async function openOrGone(
  { storedBytes }: Deps,
  assetId: string,
  variant: StoredVariant,
  stored: Uint8Array,
): Promise<Uint8Array> {
  try {
    return await storedBytes.open(assetId, variant, stored);
  } catch (cause) {
    if (!(cause instanceof AppError && cause.code === 'ASSET_NOT_FOUND')) throw cause;
    const detail =
      'The asset of this archive was deleted, and its key destroyed with it: nobody can read the files any more.';
    throw new AppError('ASSET_NOT_FOUND', detail, { cause });
  }
}

/**
 * Puts back into the store what is missing there or not the same any more. Returns which.
 * @throws {AppError} as `readArchive`; ASSET_NOT_FOUND if the asset was deleted
 */
export async function repairFromArchive(
  deps: Deps &
    Pick<Ports, 'storedFiles' | 'deliveredFiles' | 'clock'> & { readonly assets: Pick<Ports['assets'], 'findAny'> },
  cid: string,
): Promise<readonly StoredVariant[]> {
  const { facts, files } = await readArchive(deps, cid);
  const asset = await deps.assets.findAny(facts.assetId);
  if (!asset)
    throw new AppError(
      'ASSET_NOT_FOUND',
      'The asset of this archive was deleted. Its files can be written to a folder.',
    );
  // Of an asset that was marked anew since, the file of this archive was delivered before, and so was the preview.
  const archived = files.find(({ variant }) => variant === 'watermarked')?.contentHash ?? null;
  const isPresent = archived === asset.watermarkedContentHash;
  const repaired: StoredVariant[] = [];
  for (const { variant, bytes, stored } of files) {
    if (isProcessedVariant(variant) && !isPresent) continue;
    const present = await deps.storedFiles.read(facts.assetId, variant);
    if (present && Buffer.from(present).equals(stored)) continue;
    const name = isProcessedVariant(variant) ? fencedVariant(variant, asset.filesNumber) : variant;
    await deps.storedFiles.put(facts.assetId, name, stored);
    // One that was made again meanwhile, by another encoder, had another size.
    if (variant === 'preview' && bytes.length !== asset.previewSizeBytes)
      await deps.deliveredFiles.notePreview(asset, bytes.length, deps.clock.now());
    repaired.push(variant);
  }
  return repaired;
}
