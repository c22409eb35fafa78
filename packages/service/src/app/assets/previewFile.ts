/**
 * The preview of a picture. It may go from the store at any time, by a lifecycle rule of the bucket or by hand, for it is made again
 * from the file that it was made from at the upload: docs/spec/assets.md#stored-files.
 * @module
 */
import type { Asset } from '../ports/assets/assets.ts';
import { DamagedFileError, fencedVariant, type StoredFile } from '../ports/assets/storage.ts';
import type { Ports } from '../ports/ports.ts';

export type PreviewDeps = Pick<
  Ports,
  'assets' | 'files' | 'engine' | 'deliveredFiles' | 'digests' | 'previewWork' | 'currentWork' | 'clock'
>;

/** What a preview is found and made by. */
export type Previewed = Pick<
  Asset,
  | 'id'
  | 'processingStatus'
  | 'previewSizeBytes'
  | 'filesNumber'
  | 'contentHash'
  | 'watermarkedContentHash'
  | 'organizationId'
>;

/** Null: the asset has none, or what it was made from is missing too. @throws {DamagedFileError} */
export async function openPreview(deps: PreviewDeps, asset: Previewed): Promise<StoredFile | null> {
  const kept = await deps.files.open(asset.id, 'preview');
  if (kept || !(await remadePreview(deps, asset))) return kept;
  return deps.files.open(asset.id, 'preview');
}

/** As `openPreview`. */
export const readPreview = async (deps: PreviewDeps, asset: Previewed): Promise<Uint8Array | null> =>
  (await deps.files.read(asset.id, 'preview')) ?? remadePreview(deps, asset);

/** For who reads it as it lies in the store. @throws {DamagedFileError} */
export const keepPreview = async (deps: PreviewDeps, asset: Previewed): Promise<void> =>
  void (await openPreview(deps, asset));

function remadePreview(deps: PreviewDeps, asset: Previewed): Promise<Uint8Array | null> {
  if (asset.processingStatus !== 'completed' || asset.previewSizeBytes === null) return Promise.resolve(null);
  // A page of pictures asks for a hundred at once, from several windows; and who leaves takes it from nobody else.
  return deps.previewWork.once(`${asset.id} ${asset.filesNumber}`, () =>
    deps.currentWork.run(undefined, () => remake(deps, asset)),
  );
}

async function remake(deps: PreviewDeps, asset: Previewed): Promise<Uint8Array | null> {
  const source = await sourceOf(deps, asset);
  if (!source) return null;
  const preview = await deps.engine.preview(source);
  await deps.files.put(asset.id, fencedVariant('preview', asset.filesNumber), preview);
  if (!(await deps.assets.findAny(asset.id))) {
    // Deleted meanwhile: its files were removed before this one was written.
    await deps.files.removeAll(asset.id);
    return null;
  }
  // Another version of the encoder writes other bytes.
  if (preview.length !== asset.previewSizeBytes)
    await deps.deliveredFiles.notePreview(asset, preview.length, deps.clock.now());
  return preview;
}

/** The file whose pixels a preview shows. Never another: the original is not for everyone who may see the preview. */
async function sourceOf(
  { files, digests }: PreviewDeps,
  { id, filesNumber, contentHash, watermarkedContentHash }: Previewed,
): Promise<Uint8Array | null> {
  const variant = watermarkedContentHash === null ? 'original' : fencedVariant('watermarked', filesNumber);
  const bytes = await files.read(id, variant);
  if (bytes && (await digests.sha256([bytes])).sha256 !== (watermarkedContentHash ?? contentHash))
    throw new DamagedFileError(
      `the ${variant} file of asset ${id} is not the recorded one, so no preview is made of it`,
    );
  return bytes;
}
