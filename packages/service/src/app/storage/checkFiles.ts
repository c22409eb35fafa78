/** Reads the stored files of an asset again and compares them with what was recorded. @module */
import type { Caller } from '../accounts/caller.ts';
import { keepPreview, type PreviewDeps } from '../assets/previewFile.ts';
import { assetFor } from '../assets/visibleAsset.ts';
import type { Asset } from '../ports/assets/assets.ts';
import type { Ports } from '../ports/ports.ts';
import { copyVariant, DamagedFileError, type StoredVariant } from '../ports/assets/storage.ts';

export interface CheckedFile {
  readonly variant: StoredVariant;
  readonly state: 'intact' | 'altered' | 'missing';
  /** As recorded; of a preview only the size is. */
  readonly expectedSha256: string | null;
  readonly expectedSizeBytes: number | null;
  /** As read now; null if it is missing, or encrypted and damaged. */
  readonly sha256: string | null;
  readonly sizeBytes: number | null;
}

type Expected = Pick<CheckedFile, 'variant' | 'expectedSha256' | 'expectedSizeBytes'>;
type Deps = PreviewDeps & Pick<Ports, 'memberships' | 'copies'>;

/** @throws {AppError} ASSET_NOT_FOUND, SERVICE_UNAVAILABLE */
export async function checkFiles(deps: Deps, caller: Caller, id: string): Promise<readonly CheckedFile[]> {
  const asset = await withPreview(deps, await assetFor(deps, caller, id, 'asset.see'));
  const copies = await deps.copies.all(id);
  const expected = [
    ...recorded(asset),
    ...copies.map((copy) => ({
      variant: copyVariant(copy.id),
      expectedSha256: copy.contentHash,
      expectedSizeBytes: copy.sizeBytes,
    })),
  ];
  const checked: CheckedFile[] = [];
  for (const one of expected) checked.push(await check(deps, id, one));
  return checked;
}

/** A preview that is gone is no loss: it is made again, as for everybody else who looks. @returns the asset as recorded then */
async function withPreview(deps: Deps, asset: Asset): Promise<Asset> {
  try {
    await keepPreview(deps, asset);
  } catch (cause) {
    // Its own row of the answer says so, or that of the file it is made from.
    if (!(cause instanceof DamagedFileError)) throw cause;
  }
  return (await deps.assets.findAny(asset.id)) ?? asset;
}

function recorded(asset: Asset): Expected[] {
  const { contentHash, fileSizeBytes, watermarkedContentHash, watermarkedSizeBytes, previewSizeBytes } = asset;
  const original = { variant: 'original', expectedSha256: contentHash, expectedSizeBytes: fileSizeBytes } as const;
  const marked = {
    variant: 'watermarked',
    expectedSha256: watermarkedContentHash,
    expectedSizeBytes: watermarkedSizeBytes,
  } as const;
  const preview = { variant: 'preview', expectedSha256: null, expectedSizeBytes: previewSizeBytes } as const;
  return [original, ...(watermarkedContentHash ? [marked] : []), ...(previewSizeBytes === null ? [] : [preview])];
}

async function check(deps: Deps, id: string, expected: Expected): Promise<CheckedFile> {
  try {
    return await readAndCompare(deps, id, expected);
  } catch (cause) {
    // An encrypted file that is not authentic: nothing can be said of what it holds.
    if (cause instanceof DamagedFileError) return { ...expected, state: 'altered', sha256: null, sizeBytes: null };
    throw cause;
  }
}

async function readAndCompare(
  { files, digests }: Pick<Deps, 'files' | 'digests'>,
  id: string,
  expected: Expected,
): Promise<CheckedFile> {
  const file = await files.open(id, expected.variant);
  if (!file) return { ...expected, state: 'missing', sha256: null, sizeBytes: null };
  const { sha256, sizeBytes } = await digests.sha256(file.stream() as AsyncIterable<Uint8Array>);
  const isSame = sizeBytes === expected.expectedSizeBytes && (expected.expectedSha256 ?? sha256) === sha256;
  return { ...expected, state: isSame ? 'intact' : 'altered', sha256, sizeBytes };
}
