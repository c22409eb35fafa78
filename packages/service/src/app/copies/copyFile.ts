/** The file of a recipient copy, for download. @module */
import { AppError } from '@assay/core/errors';
import type { Caller } from '../accounts/caller.ts';
import type { AssetFile } from '../assets/assetFile.ts';
import { variantName } from '../assets/assetFile.ts';
import type { Ports } from '../ports/ports.ts';
import { copyVariant } from '../ports/assets/storage.ts';
import { getCopy } from './recipientCopies.ts';

/** @throws {AppError} ASSET_NOT_FOUND, FORBIDDEN, NOT_FOUND */
export async function openCopyFile(
  deps: Pick<Ports, 'assets' | 'memberships' | 'copies' | 'files'>,
  caller: Caller,
  assetId: string,
  copyId: string,
): Promise<Omit<AssetFile, 'variant'>> {
  const { asset, copy } = await getCopy(deps, caller, assetId, copyId);
  const file = await deps.files.open(assetId, copyVariant(copyId));
  if (!file) throw new AppError('COPY_NOT_FOUND', 'The file of this copy is missing.');
  // The recipient's name stays out of the file's: whoever gets it need not know how it is traced.
  const fileName = variantName(asset, 'copy');
  return { asset, file, sha256: copy.contentHash, mimeType: asset.mimeType, fileName };
}
